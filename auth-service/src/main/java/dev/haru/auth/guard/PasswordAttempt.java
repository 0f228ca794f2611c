package dev.haru.auth.guard;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One check of a password, from its request to its outcome; the same for a sign-in and for a confirmation. Its gates in
 * their order: {@link #rejectIfRecentlyChallenged}, {@link #admit}, {@link #check}; then {@link #failed} or
 * {@link #succeeded}.
 */
public final class PasswordAttempt {

    private final LoginGuard guard;
    private final String prefix;
    private final Map<Counter, String> keys;
    private final @Nullable String account;
    private final Optional<String> device;
    private final @Nullable String solution;

    /** What a failure counts against: the device alone while it is trusted. */
    private Map<Counter, String> charged;

    private boolean erredBefore;

    private PasswordAttempt(
            LoginGuard guard,
            String prefix,
            Map<Counter, String> keys,
            @Nullable String account,
            Optional<String> device,
            @Nullable String solution) {
        this.guard = guard;
        this.prefix = prefix;
        this.keys = keys;
        this.account = account;
        this.device = device;
        this.solution = solution;
        this.charged = keys;
    }

    static PasswordAttempt signIn(
            LoginGuard guard, String prefix, String account, Optional<String> device, @Nullable String solution) {
        return new PasswordAttempt(
                guard,
                prefix,
                CounterKeys.of(prefix, account),
                account,
                device,
                solution == null || solution.isBlank() ? null : solution);
    }

    static PasswordAttempt confirmation(LoginGuard guard, String prefix, Map<Counter, String> keys) {
        return new PasswordAttempt(guard, prefix, keys, null, Optional.empty(), null);
    }

    /**
     * Throws the 428 problem from memory when {@link #admit} threw it a moment ago for the same account or address, and
     * this attempt brings neither a solution nor a known device.
     */
    public void rejectIfRecentlyChallenged() {
        if (solution == null && device.isEmpty()) {
            guard.rejectIfRecentlyChallenged(this);
        }
    }

    /** Lets the attempt go on to the database and the hash, or throws a 428 or 429 problem. */
    public void admit() {
        guard.admit(this);
    }

    /**
     * Checks the password when the turn to hash has come. Attempts that waited in the same queue may have failed
     * meanwhile; then this one is refused (429) before it costs a hash.
     */
    public boolean check(BooleanSupplier password) {
        guard.begin(this);
        boolean right = false;
        try {
            right = password.getAsBoolean();
            return right;
        } finally {
            guard.end(this, right);
        }
    }

    /** The password was wrong, or there is no such account. */
    public void failed() {
        guard.failed(this);
    }

    /** The password was right: typing errors before it are forgotten. */
    public void succeeded() {
        guard.succeeded(this);
    }

    String prefix() {
        return prefix;
    }

    /** The counters of the address and the account. */
    Map<Counter, String> keys() {
        return keys;
    }

    /** All counters that say something of the attempt: those of a known device, too. */
    Map<Counter, String> assessed() {
        Map<Counter, String> all = new EnumMap<>(keys);
        device.ifPresent(id -> all.putAll(CounterKeys.ofDevice(id)));
        return all;
    }

    Map<Counter, String> charged() {
        return charged;
    }

    @Nullable String account() {
        return account;
    }

    @Nullable String solution() {
        return solution;
    }

    boolean isDeviceKnown() {
        return device.isPresent();
    }

    boolean hasErredBefore() {
        return erredBefore;
    }

    /** From now on a failure counts against the device alone. */
    void chargeDevice() {
        charged = CounterKeys.ofDevice(device.orElseThrow());
    }

    /** Notes whether there were failures by the same client already. */
    void note(Assessment assessment) {
        erredBefore = assessment.of(typedBy()) > 0;
    }

    /** The counter of the client that types: of a known device, or of an account at an address. */
    Counter typedBy() {
        return charged.containsKey(Counter.PAIR) ? Counter.PAIR : Counter.DEVICE;
    }
}

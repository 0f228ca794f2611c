package dev.haru.auth.guard;

import dev.haru.platform.challenge.ChallengeSolutions.Solved;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One check of a password, from its request to its outcome; the same for a sign-in and for a confirmation. Its gates in
 * their order: {@link #rejectIfRecentlyChallenged}, {@link #admit}, {@link #check}; then {@link #failed} or
 * {@link #succeeded}.
 */
public final class PasswordAttempt {

    private final LoginGuard guard;
    private final BlockTarget target;
    private final Map<Counter, String> keys;
    private final @Nullable String account;
    private final @Nullable String solution;
    private final Optional<Solved> solved;

    /** The device that the attempt comes from, as far as its cookie says. */
    private Optional<String> device;

    /** What a failure counts against: the device alone while it is trusted. */
    private Map<Counter, String> charged;

    private boolean erredBefore;

    private PasswordAttempt(
            LoginGuard guard,
            BlockTarget target,
            Map<Counter, String> keys,
            @Nullable String account,
            Optional<String> device,
            @Nullable String solution,
            Optional<Solved> solved) {
        this.guard = guard;
        this.target = target;
        this.keys = keys;
        this.account = account;
        this.device = device;
        this.solution = solution;
        this.solved = solved;
        this.charged = keys;
    }

    static PasswordAttempt signIn(
            LoginGuard guard,
            String prefix,
            String account,
            Optional<String> device,
            @Nullable String solution,
            Optional<Solved> solved) {
        return new PasswordAttempt(
                guard,
                BlockTarget.signInsFrom(prefix),
                CounterKeys.of(prefix, account),
                account,
                device,
                solution,
                solved);
    }

    static PasswordAttempt confirmation(LoginGuard guard, String prefix, UUID account) {
        return new PasswordAttempt(
                guard,
                BlockTarget.confirmationsOf(account),
                CounterKeys.ofConfirmation(prefix, account),
                null,
                Optional.empty(),
                null,
                Optional.empty());
    }

    /**
     * Throws the 428 or 429 problem from memory when {@link #admit} threw it a moment ago for the same account or
     * address, and this attempt brings neither a right solution nor a known device.
     */
    public void rejectIfRecentlyChallenged() {
        if (device.isEmpty() && solved.isEmpty()) {
            guard.rejectIfRecentlyChallenged(this);
        }
    }

    /** Lets the attempt go on to the database and the hash, or throws a 428 or 429 problem. */
    public void admit() {
        guard.admit(this);
    }

    /**
     * The account does not know the device, whose cookie is valid: it has ended. If the attempt was admitted for the
     * device's sake, that counts as the device's failure, and the attempt is assessed anew. Throws as {@link #admit}.
     */
    public void rejectDevice() {
        if (device.isEmpty()) {
            return;
        }
        boolean admittedAsDevice = isDeviceCharged();
        if (admittedAsDevice) {
            guard.deviceRejected(this);
        }
        device = Optional.empty();
        if (admittedAsDevice) {
            charged = keys;
            admit();
        }
    }

    /**
     * Checks the password when the turn to hash has come. Attempts that waited in the same queue may have failed
     * meanwhile; then this one is refused (428 or 429) before it costs a hash.
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
    public void failed(String password) {
        guard.failed(this, password);
    }

    /** The password was right: typing errors before it are forgotten. */
    public void succeeded() {
        guard.succeeded(this);
    }

    BlockTarget target() {
        return target;
    }

    boolean isConfirmation() {
        return account == null;
    }

    /** The counters of the address and the account. */
    Map<Counter, String> keys() {
        return keys;
    }

    /** All counters that say something of the attempt: those of a known device, too. */
    Map<Counter, String> assessed() {
        if (device.isEmpty()) {
            return keys;
        }
        Map<Counter, String> all = new EnumMap<>(keys);
        all.putAll(CounterKeys.ofDevice(device.get()));
        return all;
    }

    Map<Counter, String> charged() {
        return charged;
    }

    @Nullable String account() {
        return account;
    }

    boolean hasSolution() {
        return solution != null;
    }

    /** The challenge that was solved, if the solution is right and in time. */
    Optional<Solved> solved() {
        return solved;
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

    boolean isDeviceCharged() {
        return charged.containsKey(Counter.DEVICE);
    }

    /** Notes whether there were failures by the same client already. */
    void note(Assessment assessment) {
        erredBefore = assessment.of(typedBy()) > 0;
    }

    /** The counter of the client that types: of a known device, or of an account at an address. */
    Counter typedBy() {
        return isDeviceCharged() ? Counter.DEVICE : Counter.PAIR;
    }
}

package dev.haru.auth.guard;

import dev.haru.platform.challenge.ChallengeSolutions.Solved;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A check of a password or of a second factor from request to outcome, for a sign-in or a confirmation. Call its
 * methods in this order: {@link #rejectIfRecentlyChallenged}, {@link #admit}, {@link #check}; then {@link #failed} or
 * {@link #succeeded}. A sign-in with a code in the same request calls {@link #check} twice.
 *
 * <p>Longer than 120 lines because it keeps the state of an attempt and the calls that change this state together.
 */
public final class PasswordAttempt {

    private final Admission admission;
    private final OutcomeRecorder outcomes;
    private final BlockTarget target;
    private final Map<Counter, String> keys;
    private final @Nullable String account;
    private final @Nullable String solution;
    private final Optional<Solved> solved;

    /**
     * The device in a valid cookie of the client; empty without a cookie, or once the account has rejected the device.
     */
    private Optional<String> device;

    /**
     * The counters that a failure increments: only that of the device while the attempt is admitted as a known device.
     */
    private Map<Counter, String> incremented;

    private boolean failedBefore;

    private PasswordAttempt(
            Admission admission,
            OutcomeRecorder outcomes,
            BlockTarget target,
            Map<Counter, String> keys,
            @Nullable String account,
            Optional<String> device,
            @Nullable String solution,
            Optional<Solved> solved) {
        this.admission = admission;
        this.outcomes = outcomes;
        this.target = target;
        this.keys = keys;
        this.account = account;
        this.device = device;
        this.solution = solution;
        this.solved = solved;
        this.incremented = keys;
    }

    static PasswordAttempt signIn(
            Admission admission,
            OutcomeRecorder outcomes,
            String prefix,
            String account,
            Optional<String> device,
            @Nullable String solution,
            Optional<Solved> solved) {
        return new PasswordAttempt(
                admission,
                outcomes,
                BlockTarget.signInsFrom(prefix),
                CounterKeys.of(prefix, account),
                account,
                device,
                solution,
                solved);
    }

    static PasswordAttempt confirmation(Admission admission, OutcomeRecorder outcomes, String prefix, UUID account) {
        return new PasswordAttempt(
                admission,
                outcomes,
                BlockTarget.confirmationsOf(account),
                CounterKeys.ofConfirmation(prefix, account),
                null,
                Optional.empty(),
                null,
                Optional.empty());
    }

    /**
     * Throws the 428 or 429 problem from memory if {@link #admit} recently required a challenge, or found a block, for
     * the same account or address. An attempt with a correct solution or a known device passes.
     */
    public void rejectIfRecentlyChallenged() {
        if (device.isEmpty() && solved.isEmpty()) {
            admission.rejectIfRecentlyChallenged(this);
        }
    }

    /** Admits the attempt to the database read and the hash, or throws a 428 or 429 problem. */
    public void admit() {
        admission.admit(this);
    }

    /**
     * Rejects a device whose cookie is valid but which the account has removed. If {@link #admit} trusted the device,
     * the attempt counts as a failure of the device and is assessed again. Throws the problems of {@link #admit}.
     */
    public void rejectDevice() {
        if (device.isEmpty()) {
            return;
        }
        boolean admittedAsDevice = incrementsDeviceOnly();
        if (admittedAsDevice) {
            outcomes.deviceRejected(this);
        }
        device = Optional.empty();
        if (admittedAsDevice) {
            incremented = keys;
            admit();
        }
    }

    /**
     * Checks the password at the end of the hash queue. If other attempts failed while this one waited, this method may
     * throw a 428 or 429 problem before it computes the hash.
     */
    public boolean check(BooleanSupplier password) {
        admission.begin(this);
        boolean correct = false;
        try {
            correct = password.getAsBoolean();
            return correct;
        } finally {
            outcomes.end(this, correct);
        }
    }

    /** Counts a wrong password or an unknown account. */
    public void failed(String password) {
        outcomes.failed(this, password);
    }

    /** Counts a wrong second factor. Different accounts can have the same code, so it counts for no password. */
    public void failed() {
        outcomes.secondFactorFailed(this);
    }

    /** Clears the failures of the client after a correct password, and a correct second factor if one is required. */
    public void succeeded() {
        outcomes.succeeded(this);
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

    String addressKey() {
        return Objects.requireNonNull(keys.get(Counter.ADDRESS));
    }

    String unsolvedKey() {
        return Objects.requireNonNull(keys.get(Counter.UNSOLVED));
    }

    /** All counters that the assessment reads, including that of a known device. */
    Map<Counter, String> assessed() {
        if (device.isEmpty()) {
            return keys;
        }
        Map<Counter, String> all = new EnumMap<>(keys);
        all.putAll(CounterKeys.ofDevice(device.get()));
        return all;
    }

    Map<Counter, String> incremented() {
        return incremented;
    }

    boolean hasSolution() {
        return solution != null;
    }

    /** The solved challenge, if the solution is correct, not expired and, as far as this process knows, unused. */
    Optional<Solved> solved() {
        return solved;
    }

    boolean isDeviceKnown() {
        return device.isPresent();
    }

    boolean hasFailedBefore() {
        return failedBefore;
    }

    /** Makes a failure count against the device only. */
    void incrementDeviceOnly() {
        incremented = CounterKeys.ofDevice(device.orElseThrow());
    }

    boolean incrementsDeviceOnly() {
        return incremented.containsKey(Counter.DEVICE);
    }

    /** Records whether the same client has failed before. */
    void recordEarlierFailures(Assessment assessment) {
        failedBefore = assessment.of(clientCounter()) > 0;
    }

    /** The counter of the client: that of the known device, or that of the address prefix and account. */
    Counter clientCounter() {
        return incrementsDeviceOnly() ? Counter.DEVICE : Counter.PAIR;
    }
}

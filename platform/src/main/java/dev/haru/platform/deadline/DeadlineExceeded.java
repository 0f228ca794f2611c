package dev.haru.platform.deadline;

/**
 * The deadline of the request has passed before the next operation began: 504 {@code deadline-exceeded}. It is not a
 * problem exception itself, because requests that share a look-up also share its failure.
 */
public final class DeadlineExceeded extends RuntimeException {

    public DeadlineExceeded() {
        // No stack trace: nothing reads it, and an overloaded service throws many of these.
        super("the deadline has passed", null, false, false);
    }
}

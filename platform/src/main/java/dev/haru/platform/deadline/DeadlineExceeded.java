package dev.haru.platform.deadline;

/**
 * The request's deadline is over, so what was about to begin did not: 504 {@code deadline-exceeded}. No problem by
 * itself, because requests that share a look-up share its failure.
 */
public final class DeadlineExceeded extends RuntimeException {

    public DeadlineExceeded() {
        // Nobody reads the stack, and a service that is too slow makes many of them.
        super("the deadline has passed", null, false, false);
    }
}

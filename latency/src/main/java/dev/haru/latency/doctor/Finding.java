package dev.haru.latency.doctor;

/**
 * A defect that makes the figures unreliable.
 *
 * @param what the kind of defect
 * @param where the hop, span or service
 * @param count the number of occurrences; 0 for a missing service
 */
public record Finding(What what, String where, long count, String meaning) {

    /** The kinds of defects. Scripts may use these names. */
    public enum What {
        MISSING_SERVICE,
        BROKEN_PROPAGATION,
        UNSAMPLED_PARENT,
        LOST_SPAN,
        UNANSWERED_CALL,
        CLOCK_SKEW,
        SELF_PARENT,
        CYCLE,
        END_BEFORE_START,
        IMPLAUSIBLE_START
    }
}

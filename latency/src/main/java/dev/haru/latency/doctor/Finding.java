package dev.haru.latency.doctor;

/**
 * Something that makes figures doubtful.
 *
 * @param what the name of the trouble
 * @param where the hop, span or service
 * @param count how often, of how many
 */
public record Finding(What what, String where, long count, String meaning) {

    /** By name, for machines. */
    public enum What {
        MISSING_SERVICE,
        BROKEN_PROPAGATION,
        UNSAMPLED_PARENT,
        LOST_SPAN,
        UNANSWERED_CALL,
        CLOCK_SKEW
    }
}

package dev.haru.schedule.calendar;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/**
 * The outcome of an operation of a bulk request.
 *
 * @param written the schedule after the operation; null after a deletion, and for a refused operation
 * @param refusal why the operation was not applied; null for an applied operation
 */
record BulkOutcome(
        int status,
        @Nullable ScheduleWithOverlaps written,
        @Nullable ErrorResponseException refusal) {

    static BulkOutcome applied(HttpStatus status, @Nullable ScheduleWithOverlaps written) {
        return new BulkOutcome(status.value(), written, null);
    }

    static BulkOutcome refused(ErrorResponseException refusal) {
        return new BulkOutcome(refusal.getStatusCode().value(), null, refusal);
    }

    /** Returns about how many characters the written schedule has as JSON. */
    int characters() {
        return written == null ? 0 : written.schedule().plan().characters();
    }

    boolean isRefused() {
        return refusal != null;
    }

    /** Returns the outcome after a rollback: a refusal stays, and an applied operation is refused. */
    BulkOutcome rolledBack() {
        return isRefused() ? this : refused(AnotherOperationRefused.inBulk());
    }
}

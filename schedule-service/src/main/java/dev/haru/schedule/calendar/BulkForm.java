package dev.haru.schedule.calendar;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The request body of several operations on a calendar. */
record BulkForm(
        @Schema(description = "Whether one refused operation leaves all others unapplied; default: false") @Nullable Boolean atomic,

        @NotNull @Size(min = 1, max = BulkForm.MAX) @Schema(description = "The operations, in the order in which they are applied")
        List<@NotNull @Valid BulkOperation> operations) {

    /** The maximum number of operations. */
    static final int MAX = 100;

    boolean isAtomic() {
        return Boolean.TRUE.equals(atomic);
    }
}

package dev.haru.schedule.icalendar;

import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An import of a file.
 *
 * @param zone the time zone of the member at the request
 * @param position the number of entries that are done
 */
record CalendarImport(
        UUID id,
        UUID memberId,
        ZoneId zone,
        boolean dryRun,
        ImportStatus status,
        Instant createdAt,
        @Nullable Instant endedAt,
        int components,
        int position,
        ImportCounts counts,
        List<ReportItem> report) {

    /** Returns the import after further entries. */
    CalendarImport after(int end, ImportCounts other, List<ReportItem> items) {
        return new CalendarImport(
                id,
                memberId,
                zone,
                dryRun,
                status,
                createdAt,
                endedAt,
                components,
                end,
                other,
                Stream.concat(report.stream(), items.stream()).toList());
    }
}

package dev.haru.schedule.calendar;

import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The time that an expanded schedule can reach by the current rules of its time zone.
 *
 * @param from the start of the first occurrence
 * @param to the end of the last occurrence; {@link OffsetDateTime#MAX}, which PostgreSQL stores as infinity, if the
 *     series has no end
 */
record Horizon(OffsetDateTime from, OffsetDateTime to) {

    static Horizon of(Plan plan) {
        ScheduleTime time = plan.time();
        Series series = plan.series();
        if (series == null) {
            return new Horizon(
                    time.startAt().atOffset(ZoneOffset.UTC), time.endAt().atOffset(ZoneOffset.UTC));
        }
        Optional<LocalDateTime> last = series.recurrence(time).last(time.start());
        OffsetDateTime from = Stream.of(
                        Stream.of(time.startAt()),
                        series.additional().stream().map(time::instant),
                        series.changed().stream().map(changed -> changed.plan().startAt()))
                .flatMap(starts -> starts)
                .min(Comparator.naturalOrder())
                .orElseThrow()
                .atOffset(ZoneOffset.UTC);
        // A rule without an end may also have no start, such as each 30 February.
        OffsetDateTime to = last.isEmpty() && !series.isEmpty(time)
                ? OffsetDateTime.MAX
                : Stream.concat(
                                Stream.of(time.endAt(), time.endAt(last.orElse(time.start()))),
                                series.changed().stream()
                                        .map(changed -> changed.plan().endAt()))
                        .max(Comparator.naturalOrder())
                        .orElseThrow()
                        .atOffset(ZoneOffset.UTC);
        return new Horizon(from, to);
    }
}

package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.schedule.member.Member;
import java.time.LocalDateTime;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/**
 * Reads, writes and deletes occurrences of a series. The series is one row, so its version covers each occurrence.
 *
 * <p>Longer than 120 lines because it keeps the operations on an occurrence together.
 */
@Component
class OccurrenceEditor {

    private final Calendar calendar;
    private final CalendarTransaction transaction;
    private final ScheduleWriter writer;

    OccurrenceEditor(Calendar calendar, CalendarTransaction transaction, ScheduleWriter writer) {
        this.calendar = calendar;
        this.transaction = transaction;
        this.writer = writer;
    }

    Occurrence get(Member member, UUID id, String originalStart) {
        return occurrence(calendar.get(member.memberId(), id).in(member.timeZone()), originalStart);
    }

    /**
     * Writes one occurrence. An occurrence that equals the one of the series is no longer a changed one.
     *
     * @param content returns the new content from the current occurrence
     */
    Occurrence write(
            Member member, UUID id, String originalStart, IfMatch ifMatch, Function<Occurrence, ScheduleForm> content) {
        Schedule changed = transaction.execute(
                member.memberId(),
                () -> writer.change(member.memberId(), id, ifMatch, stored -> {
                    Schedule current = stored.in(member.timeZone());
                    Occurrence before = occurrence(current, originalStart);
                    ScheduleForm form = content.apply(before);
                    if (form.recurrence() != null) {
                        throw InvalidRequest.field("recurrence", Message.of("field.absent-for-occurrence"));
                    }
                    Plan written = plan(member, form, before);
                    if (written.locationId() != before.plan().locationId()) {
                        writer.requireLocation(written);
                    }
                    return with(current.plan(), start(before), written);
                }));
        return occurrence(changed, originalStart);
    }

    private static Plan with(Plan series, LocalDateTime start, Plan content) {
        return series.withSeries(
                content.equals(PlanJson.occurrence(series, start))
                        ? series(series).withUnchanged(start)
                        : series(series).with(new ChangedOccurrence(start, content)));
    }

    private static Plan plan(Member member, ScheduleForm form, Occurrence before) {
        return form.planFor(before, member.timeZone()).keeping(before.plan());
    }

    /**
     * Writes an occurrence and those after it: as a new schedule, or, from the first occurrence on, as another plan of
     * the same schedule. Without a recurrence in the content, the rest of the series recurs as before.
     *
     * @param content returns the new content from the current occurrence
     */
    ScheduleWithOverlaps writeFollowing(
            Member member, UUID id, String originalStart, IfMatch ifMatch, Function<Occurrence, ScheduleForm> content) {
        return transaction.execute(member.memberId(), () -> {
            Schedule current = writer.current(member.memberId(), id, ifMatch).in(member.timeZone());
            Plan plan = current.plan();
            Occurrence before = occurrence(current, originalStart);
            LocalDateTime start = start(before);
            SeriesSplit split = new SeriesSplit(series(plan), plan.time(), start);
            Plan written = plan(member, content.apply(before), before);
            Plan following = (written.series() == null ? written.withSeries(split.tail(written.time())) : written)
                    .replacing(plan);
            if (series(plan).beginsWith(plan.time(), start)) {
                return writer.withOverlaps(writer.change(current, following), member.timeZone());
            }
            writer.change(current, plan.withSeries(split.head()));
            return writer.add(member.memberId(), member.timeZone(), following.withUid(null));
        });
    }

    /** Deletes an occurrence, and returns the rest of the series. With the last occurrence, the schedule is deleted. */
    Optional<Schedule> remove(Member member, UUID id, String originalStart, IfMatch ifMatch) {
        return transaction.execute(member.memberId(), () -> {
            Schedule current = writer.current(member.memberId(), id, ifMatch);
            Plan plan = current.plan();
            return shorten(current, series(plan).without(start(occurrence(current, originalStart))));
        });
    }

    /** Deletes an occurrence and those after it, and returns the rest of the series. */
    Optional<Schedule> removeFollowing(Member member, UUID id, String originalStart, IfMatch ifMatch) {
        return transaction.execute(member.memberId(), () -> {
            Schedule current = writer.current(member.memberId(), id, ifMatch);
            Plan plan = current.plan();
            LocalDateTime start = start(occurrence(current, originalStart));
            return shorten(current, new SeriesSplit(series(plan), plan.time(), start).head());
        });
    }

    private Optional<Schedule> shorten(Schedule current, Series rest) {
        Plan plan = current.plan();
        if (rest.isEmpty(plan.time())) {
            writer.remove(current);
            return Optional.empty();
        }
        return Optional.of(writer.change(current, plan.withSeries(rest)));
    }

    private static Occurrence occurrence(Schedule schedule, String originalStart) {
        Plan plan = schedule.plan();
        Series series = plan.series();
        if (series == null) {
            throw OccurrenceNotFound.ofSeries();
        }
        LocalDateTime start = TimeText.parse(originalStart, plan.time().form())
                .orElseThrow(() -> InvalidRequest.field("originalStart", Message.of("field.start")));
        return series.changed(start)
                .map(changed -> Occurrence.changed(schedule, changed))
                .orElseGet(() -> {
                    if (!series.contains(plan.time(), start)) {
                        throw OccurrenceNotFound.ofSeries();
                    }
                    return Occurrence.of(schedule, start);
                });
    }

    private static LocalDateTime start(Occurrence occurrence) {
        return Objects.requireNonNull(occurrence.originalStart());
    }

    private static Series series(Plan plan) {
        return Objects.requireNonNull(plan.series());
    }
}

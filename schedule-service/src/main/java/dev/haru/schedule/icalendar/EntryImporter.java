package dev.haru.schedule.icalendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidField;
import dev.haru.schedule.calendar.CalendarExchange;
import dev.haru.schedule.calendar.Plan;
import dev.haru.schedule.calendar.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/**
 * Adds or changes the schedules of mapped entries, or reports what that would do. Counts the components.
 *
 * <p>Longer than 120 lines because it keeps the outcomes of a schedule together.
 */
final class EntryImporter {

    private final CalendarExchange calendar;
    private final UUID memberId;
    private final boolean dryRun;
    private final List<ReportItem> items = new ArrayList<>();
    private ImportCounts counts;
    private int remaining;

    /**
     * Creates the importer of some entries.
     *
     * @param before the counts of the entries before
     * @param remaining how many schedules the member may add; only a dry run uses it
     */
    EntryImporter(CalendarExchange calendar, UUID memberId, boolean dryRun, ImportCounts before, int remaining) {
        this.calendar = calendar;
        this.memberId = memberId;
        this.dryRun = dryRun;
        this.counts = before;
        this.remaining = remaining;
    }

    ImportCounts counts() {
        return counts;
    }

    /** Returns the refused components and those with notes. */
    List<ReportItem> items() {
        return items;
    }

    void apply(MappedEntry entry) {
        List<Written> written = entry.plans().stream().map(this::write).toList();
        for (MappedEntry.Part part : entry.parts()) {
            if (part.plan() < 0) {
                report(
                        part,
                        ImportOutcome.REFUSED,
                        null,
                        Optional.ofNullable(part.refusal()).stream().toList());
            } else {
                Written of = written.get(part.plan());
                report(part, of.outcome, of.id, of.refusal == null ? part.notes() : List.of(of.refusal));
            }
        }
    }

    /** Reports that the database does not permit the entry. */
    void refuse(MappedEntry entry) {
        entry.parts()
                .forEach(part ->
                        report(part, ImportOutcome.REFUSED, null, List.of(Message.of("detail.import.not-permitted"))));
    }

    private void report(MappedEntry.Part part, ImportOutcome outcome, @Nullable UUID id, List<Message> texts) {
        counts = counts.plus(outcome);
        if (!texts.isEmpty()) {
            items.add(ReportItem.of(part, outcome, id, texts));
        }
    }

    private Written write(Plan plan) {
        String uid = String.valueOf(plan.uid());
        Optional<Schedule> existing = calendar.find(memberId, uid);
        if (existing.isEmpty()) {
            return add(plan);
        }
        UUID id = existing.get().id();
        Plan current = existing.get().plan();
        Plan changed = plan.withUid(current.uid());
        if (changed.equals(current)) {
            return new Written(ImportOutcome.UNCHANGED, id, null);
        }
        try {
            if (!dryRun) {
                calendar.change(memberId, id, changed);
            }
            return new Written(ImportOutcome.CHANGED, id, null);
        } catch (ErrorResponseException refused) {
            return Written.refused(reasonOf(refused));
        }
    }

    private Written add(Plan plan) {
        if (dryRun) {
            return remaining-- > 0
                    ? new Written(ImportOutcome.ADDED, null, null)
                    : Written.refused(Message.of("detail.import.limit"));
        }
        try {
            return new Written(ImportOutcome.ADDED, calendar.add(memberId, plan), null);
        } catch (ErrorResponseException refused) {
            return Written.refused(reasonOf(refused));
        }
    }

    private static Message reasonOf(ErrorResponseException refused) {
        if (refused.getStatusCode().isSameCodeAs(HttpStatus.NOT_ACCEPTABLE)) {
            return Message.of("detail.import.limit");
        }
        Object errors = Optional.ofNullable(refused.getBody().getProperties())
                .map(properties -> properties.get("errors"))
                .orElse(null);
        return errors instanceof List<?> list && !list.isEmpty() && list.getFirst() instanceof InvalidField field
                ? field.message()
                : Message.of("detail.import.not-permitted");
    }

    private record Written(
            ImportOutcome outcome,
            @Nullable UUID id,
            @Nullable Message refusal) {

        static Written refused(Message reason) {
            return new Written(ImportOutcome.REFUSED, null, reason);
        }
    }
}

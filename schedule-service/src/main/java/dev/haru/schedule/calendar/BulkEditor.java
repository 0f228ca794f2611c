package dev.haru.schedule.calendar;

import dev.haru.platform.json.MergePatch;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.problem.ReadOnlyFields;
import dev.haru.schedule.member.Member;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.ErrorResponseException;

/**
 * Applies several operations to a member's calendar in one transaction. The transaction locks the member's quota first,
 * so two bulk requests of a member run one after the other and cannot deadlock.
 *
 * <p>Longer than 120 lines because it keeps the actions of a bulk request together.
 */
@Component
class BulkEditor {

    private final CalendarTransaction transaction;
    private final ScheduleWriter writer;
    private final ScheduleStore store;
    private final MergePatch patches;

    BulkEditor(CalendarTransaction transaction, ScheduleWriter writer, ScheduleStore store, MergePatch patches) {
        this.transaction = transaction;
        this.writer = writer;
        this.store = store;
        this.patches = patches;
    }

    /**
     * Applies the operations in their order, and returns the outcome of each. A refused operation changes nothing.
     *
     * @param atomic whether one refused operation leaves all others unapplied
     */
    List<BulkOutcome> apply(Member member, List<BulkOperation> operations, boolean atomic) {
        try {
            return transaction.execute(member.memberId(), () -> {
                // A statement with an unknown location would end the transaction, so each operation is checked before.
                Set<Integer> locations = store.locations();
                List<BulkOutcome> outcomes = new ArrayList<>();
                long characters = 0;
                for (BulkOperation operation : operations) {
                    BulkOutcome outcome = characters < PageSize.CHARACTERS
                            ? apply(member, operation, locations)
                            : BulkOutcome.refused(ResultsTooLarge.inBulk());
                    outcomes.add(outcome);
                    characters += outcome.characters();
                }
                if (atomic && outcomes.stream().anyMatch(BulkOutcome::isRefused)) {
                    throw new RolledBack(outcomes);
                }
                return outcomes;
            });
        } catch (RolledBack refused) {
            return refused.outcomes.stream().map(BulkOutcome::rolledBack).toList();
        }
    }

    private BulkOutcome apply(Member member, BulkOperation operation, Set<Integer> locations) {
        UUID memberId = member.memberId();
        ZoneId zone = member.timeZone();
        try {
            operation.requireFields();
            return switch (operation.action()) {
                case BulkOperation.ADD ->
                    BulkOutcome.applied(
                            HttpStatus.CREATED,
                            writer.add(memberId, zone, known(complete(operation).newPlan(zone), locations)));
                case BulkOperation.REPLACE ->
                    BulkOutcome.applied(
                            HttpStatus.OK,
                            changed(
                                    member,
                                    operation,
                                    current -> known(
                                            complete(operation).planFor(current, ReadOnlyFields.ofRequest(), zone),
                                            locations)));
                case BulkOperation.CHANGE ->
                    BulkOutcome.applied(
                            HttpStatus.OK,
                            changed(
                                    member,
                                    operation,
                                    current -> known(
                                            patches.apply(
                                                            ScheduleForm.of(current.in(zone), operation.content()),
                                                            operation.content())
                                                    .planFor(current, ReadOnlyFields.ofPatched(), zone),
                                            locations)));
                case BulkOperation.DELETE -> {
                    writer.remove(memberId, operation.id(), operation.ifMatch());
                    yield BulkOutcome.applied(HttpStatus.NO_CONTENT, null);
                }
                default ->
                    BulkOutcome.applied(
                            HttpStatus.OK, writer.withOverlaps(writer.restore(memberId, operation.id()), zone));
            };
        } catch (ErrorResponseException refusal) {
            return BulkOutcome.refused(refusal);
        }
    }

    private ScheduleWithOverlaps changed(Member member, BulkOperation operation, Function<Schedule, Plan> change) {
        return writer.withOverlaps(
                writer.change(member.memberId(), operation.id(), operation.ifMatch(), change), member.timeZone());
    }

    private ScheduleForm complete(BulkOperation operation) {
        return patches.apply(ScheduleForm.EMPTY, operation.content());
    }

    private static Plan known(Plan plan, Set<Integer> locations) {
        if (!locations.contains(plan.locationId())) {
            throw InvalidRequest.field("locationId", Message.of("field.location"));
        }
        return plan;
    }

    /** Rolls the transaction back. */
    private static final class RolledBack extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final transient List<BulkOutcome> outcomes;

        RolledBack(List<BulkOutcome> outcomes) {
            super(null, null, false, false);
            this.outcomes = outcomes;
        }
    }
}

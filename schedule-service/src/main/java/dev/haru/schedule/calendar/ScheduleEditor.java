package dev.haru.schedule.calendar;

import dev.haru.platform.json.MergePatch;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.ReadOnlyFields;
import dev.haru.schedule.member.Member;
import java.util.UUID;
import java.util.function.Function;
import org.springframework.stereotype.Component;

/** Replaces and patches schedules and occurrences. Refuses a request that changes a read-only field. */
@Component
class ScheduleEditor {

    private final Calendar calendar;
    private final MergePatch patches;

    ScheduleEditor(Calendar calendar, MergePatch patches) {
        this.calendar = calendar;
        this.patches = patches;
    }

    ScheduleWithOverlaps replace(Member member, UUID id, IfMatch ifMatch, ScheduleForm form) {
        return form.hasReadOnlyFields()
                ? calendar.change(
                        member.memberId(),
                        member.timeZone(),
                        id,
                        ifMatch,
                        current -> form.planFor(current, ReadOnlyFields.ofRequest(), member.timeZone()))
                : calendar.reschedule(member.memberId(), member.timeZone(), id, ifMatch, form.plan(member.timeZone()));
    }

    ScheduleWithOverlaps patch(Member member, UUID id, IfMatch ifMatch, SchedulePatch patch) {
        return calendar.change(
                member.memberId(),
                member.timeZone(),
                id,
                ifMatch,
                current -> patches.apply(ScheduleForm.of(current.in(member.timeZone()), patch), patch)
                        .planFor(current, ReadOnlyFields.ofPatched(), member.timeZone()));
    }

    /** Returns the content by which a complete body replaces an occurrence. */
    static Function<Occurrence, ScheduleForm> occurrence(ScheduleForm form) {
        return before -> form.comparedWith(before, ReadOnlyFields.ofRequest());
    }

    /** Returns the content to which a merge patch changes an occurrence. */
    Function<Occurrence, ScheduleForm> occurrence(SchedulePatch patch) {
        return before ->
                patches.apply(ScheduleForm.of(before, patch), patch).comparedWith(before, ReadOnlyFields.ofPatched());
    }
}

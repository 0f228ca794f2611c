package dev.haru.schedule.calendar;

import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/** A page of changes as its member sees it. No schedule is in both lists. */
record ChangePage(
        @Schema(description = "The current state of the schedules that were added, changed or restored")
        List<ScheduleResponse> changed,

        @Schema(description = "The ids of the schedules that were deleted; ignore ids that you do not know")
        List<UUID> deleted,

        @Schema(
                description = "The `since` of the next call. Store it together with these changes",
                example = "AAAAAAAAAAcAAAAAAAAAAP____________________8uKMvs")
        String syncToken,

        @Schema(description = "Whether there are more changes: call again at once")
        boolean more) {

    static ChangePage of(Changes changes, Member member) {
        return new ChangePage(
                changes.page().stream()
                        .map(Change::schedule)
                        .filter(Objects::nonNull)
                        .map(schedule -> ScheduleResponse.of(schedule, member.timeZone()))
                        .toList(),
                changes.page().stream()
                        .filter(change -> change.schedule() == null)
                        .map(Change::id)
                        .toList(),
                changes.next().toText(member.memberId()),
                changes.more());
    }
}

package dev.haru.schedule.calendar;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The endpoint of the merged busy times of a member. */
@Tag(name = "Schedules")
@ApiResponse(
        responseCode = "503",
        description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
@RestController
class FreeBusyController {

    private final Calendar calendar;
    private final ReplicaRouting routing;

    FreeBusyController(Calendar calendar, ReplicaRouting routing) {
        this.calendar = calendar;
        this.routing = routing;
    }

    @Operation(
            operationId = "readBusyTimes",
            summary = "List your busy intervals",
            description =
                    "Merges the schedules and the occurrences of series from `from` (inclusive) to `to` (exclusive). "
                            + "Overlapping and adjacent ones form one interval. Free and cancelled schedules do not count. A "
                            + "window with more than 50,000 occurrences is refused.")
    @ApiResponse(responseCode = "200", description = "The intervals, by start, cut at `from` and `to`")
    @RequiredScope(Scope.SCHEDULES_READ)
    @GetMapping("/v1/schedules/free-busy")
    BusyTimes busyTimes(
            @AuthenticationPrincipal Member member,
            @RequestParam @Parameter(description = "An instant, or a date in your time zone", example = "2026-11-23")
                    String from,
            @RequestParam
                    @Parameter(
                            description = "An instant, or a date in your time zone; at most 366 days after `from`",
                            example = "2026-11-30")
                    String to) {
        Window window = Window.bounded(from, to, member.timeZone());
        return new BusyTimes(
                window.from(),
                window.to(),
                member.timeZone(),
                routing.of(member.memberId(), () -> calendar.busyTimes(member.memberId(), member.timeZone(), window)));
    }
}

package dev.haru.schedule.calendar;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Schedules")
@RestController
class QuotaController {

    private final Calendar calendar;
    private final ReplicaRouting routing;

    QuotaController(Calendar calendar, ReplicaRouting routing) {
        this.calendar = calendar;
        this.routing = routing;
    }

    @Operation(
            operationId = "readQuota",
            summary = "Read your limit of schedules",
            description = "Returns the maximum number of schedules and the number that you have.")
    @ApiResponse(responseCode = "200", description = "The limit")
    @ApiResponse(
            responseCode = "503",
            description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
    @RequiredScope(Scope.SCHEDULES_READ)
    @GetMapping("/v1/schedules/quota")
    Quota read(@AuthenticationPrincipal Member member) {
        return routing.of(member.memberId(), () -> calendar.quota(member.memberId()));
    }
}

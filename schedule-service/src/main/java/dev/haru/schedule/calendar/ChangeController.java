package dev.haru.schedule.calendar;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints of changes: the change feed, and deleted schedules with their restoration.
 *
 * <p>Longer than 120 lines because the API description of each endpoint stands at its method.
 */
@Tag(name = "Schedules")
@ApiResponse(
        responseCode = "503",
        description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
@RestController
@RequestMapping("/v1/schedules")
class ChangeController {

    private final ChangeReader changes;
    private final DeletedScheduleReader deleted;
    private final Calendar calendar;
    private final ReplicaRouting routing;

    ChangeController(ChangeReader changes, DeletedScheduleReader deleted, Calendar calendar, ReplicaRouting routing) {
        this.changes = changes;
        this.deleted = deleted;
        this.calendar = calendar;
        this.routing = routing;
    }

    @Operation(
            operationId = "listChanges",
            summary = "List changes",
            description = "Returns the schedules that were added, changed, deleted or restored since a sync token, in "
                    + "the order of their last change. A client that applies all pages has the state of the server, and "
                    + "misses no concurrent change. Without `since`, the pages contain all schedules. A sync token is "
                    + "valid for 30 days, unless you delete more than 1,000 schedules meanwhile.")
    @ApiResponse(responseCode = "200", description = "A page of changes")
    @ApiResponse(
            responseCode = "410",
            description = "`sync-token-expired`: remove your copy, and read all schedules without `since`")
    @RequiredScope(Scope.SCHEDULES_READ)
    @GetMapping("/changes")
    ChangePage list(
            @AuthenticationPrincipal Member member,
            @RequestParam(required = false)
                    @Parameter(
                            description = "`syncToken` of the last response; default: all schedules",
                            example = "AAAAAAAAAAcAAAAAAAAAAP____________________8uKMvs")
                    @Nullable String since,
            @RequestParam(defaultValue = "100") @Min(1) @Max(100) int limit) {
        UUID memberId = member.memberId();
        SyncToken position = since == null
                ? SyncToken.BEGINNING
                : SyncToken.parse(since, memberId)
                        .orElseThrow(() -> InvalidRequest.field("since", Message.of("field.since")));
        return ChangePage.of(routing.of(memberId, () -> changes.after(memberId, position, limit)), member);
    }

    @Operation(
            operationId = "listDeletedSchedules",
            summary = "List deleted schedules",
            description = "Lists the schedules that POST /v1/schedules/{id}/restore can restore, the last deletion "
                    + "first: those of the last 30 days, and at most the last 1,000.")
    @ApiResponse(responseCode = "200", description = "A page of deleted schedules")
    @RequiredScope(Scope.SCHEDULES_READ)
    @GetMapping("/deleted")
    DeletedPage listDeleted(
            @AuthenticationPrincipal Member member,
            @RequestParam(required = false)
                    @Parameter(
                            description = "`nextCursor` of the previous page",
                            example = "AAAAAAAAAAcBogJE6AF8Ao87HSw7SlloN3H_7g")
                    @Nullable String cursor,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        UUID memberId = member.memberId();
        long before = DeletedPage.start(cursor);
        return DeletedPage.of(
                routing.of(memberId, () -> deleted.page(memberId, before, limit + 1)), limit, member.timeZone());
    }

    @Operation(
            operationId = "restoreSchedule",
            summary = "Restore a deleted schedule",
            description = "Restores a schedule within 30 days after its deletion, with its id and content. The 1,000 "
                    + "schedules that you deleted last can be restored. A schedule that is not deleted is returned as it "
                    + "is, so the call can be repeated.")
    @ApiResponse(
            responseCode = "200",
            description = "The schedule is in your calendar",
            headers = @Header(name = HttpHeaders.ETAG, description = "The version"))
    @ApiResponse(
            responseCode = "404",
            description = "`not-found`: you have no schedule with this id, and deleted none within 30 days")
    @ApiResponse(
            responseCode = "406",
            description =
                    "`schedule-limit-reached`: delete a schedule before you restore another. The `Accept` header has "
                            + "no effect on this refusal.")
    @RequiredScope(Scope.SCHEDULES_WRITE)
    @PostMapping("/{id}/restore")
    ResponseEntity<ScheduleResponse> restore(@AuthenticationPrincipal Member member, @PathVariable UUID id) {
        return ScheduleResponse.in(
                ResponseEntity.ok(), calendar.restore(member.memberId(), member.timeZone(), id), member);
    }
}

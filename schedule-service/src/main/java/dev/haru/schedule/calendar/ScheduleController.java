package dev.haru.schedule.calendar;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Schedules")
@ApiResponse(
        responseCode = "503",
        description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
@RestController
@RequestMapping("/v1/schedules")
class ScheduleController {

    private final Calendar calendar;
    private final ReplicaRouting routing;

    ScheduleController(Calendar calendar, ReplicaRouting routing) {
        this.calendar = calendar;
        this.routing = routing;
    }

    @Operation(
            operationId = "addSchedule",
            summary = "Add a schedule",
            description = "With an `Idempotency-Key`, adds the schedule once. For a day, the same key and body return "
                    + "the first response, even after a change of the schedule.")
    @ApiResponse(responseCode = "201", description = "The schedule was added; the headers are `Location` and `ETag`")
    @ApiResponse(
            responseCode = "406",
            description = "`schedule-limit-reached`: delete a schedule before you add another")
    @ApiResponse(
            responseCode = "409",
            description = "`idempotency-key-reused`: another request used this key. Use a new key.")
    @ApiResponse(
            responseCode = "429",
            description = "`idempotency-key-limit-reached`: you used 1,000 new keys within a day. Try again later.")
    @PostMapping
    ResponseEntity<ScheduleResponse> add(
            @AuthenticationPrincipal Member member,
            @RequestHeader(name = IdempotencyKey.HEADER, required = false)
                    @Parameter(
                            description = "A key that the client chooses, such as a UUID; 1 to 255 visible ASCII "
                                    + "characters",
                            example = "8e03978e-40d5-43e8-bc93-6894a57f9324")
                    @Nullable String idempotencyKey,
            @Valid @RequestBody ScheduleForm form) {
        ScheduleWithOverlaps added = idempotencyKey == null
                ? calendar.add(member.memberId(), form.plan())
                : calendar.add(member.memberId(), form.plan(), IdempotencyKey.parse(idempotencyKey));
        URI location = URI.create("/v1/schedules/" + added.schedule().id());
        return ScheduleResponse.in(ResponseEntity.created(location), added);
    }

    @Operation(
            operationId = "listSchedules",
            summary = "List schedules",
            description = "Lists the schedules that overlap the time from `from` (inclusive) to `to` (exclusive), by "
                    + "start. Added and deleted schedules do not shift the next page.")
    @ApiResponse(responseCode = "200", description = "A page of the list")
    @GetMapping
    SchedulePage list(
            @AuthenticationPrincipal Member member,
            @RequestParam(required = false)
                    @Parameter(description = "An instant, or a date in your time zone; default: no lower bound")
                    @Nullable String from,
            @RequestParam(required = false)
                    @Parameter(description = "An instant, or a date in your time zone; default: no upper bound")
                    @Nullable String to,
            @RequestParam(required = false) @Parameter(description = "`nextCursor` of the previous page") @Nullable String cursor,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        Window window = Window.of(from, to, member.timeZone());
        Position after = cursor == null ? window.start() : Position.ofCursor(cursor, window);
        List<Schedule> page =
                routing.of(member.memberId(), () -> calendar.list(member.memberId(), window, after, limit + 1));
        return SchedulePage.of(page, limit, window);
    }

    @Operation(
            operationId = "readBusyTimes",
            summary = "List your busy intervals",
            description = "Merges the schedules from `from` (inclusive) to `to` (exclusive). Overlapping and adjacent "
                    + "schedules form one interval.")
    @ApiResponse(responseCode = "200", description = "The intervals, by start, cut at `from` and `to`")
    @GetMapping("/free-busy")
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
                routing.of(member.memberId(), () -> calendar.busyTimes(member.memberId(), window)));
    }

    @Operation(operationId = "readSchedule", summary = "Read a schedule")
    @ApiResponse(responseCode = "200", description = "The schedule; `ETag` is its version")
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no schedule with this id")
    @GetMapping("/{id}")
    ResponseEntity<ScheduleResponse> get(@AuthenticationPrincipal Member member, @PathVariable UUID id) {
        Schedule schedule = routing.of(member.memberId(), () -> calendar.get(member.memberId(), id));
        return ScheduleResponse.in(ResponseEntity.ok(), schedule);
    }

    @Operation(
            operationId = "replaceSchedule",
            summary = "Replace a schedule",
            description = "Replaces the schedule only in the version that `If-Match` names.")
    @ApiResponse(responseCode = "200", description = "The schedule was replaced; `ETag` is its new version")
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no schedule with this id")
    @ApiResponse(
            responseCode = "412",
            description = "`precondition-failed`: the version in `If-Match` is not the current version")
    @ApiResponse(responseCode = "428", description = "`precondition-required`: `If-Match` is missing")
    @PutMapping("/{id}")
    ResponseEntity<ScheduleResponse> replace(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(description = "Required: the `ETag` of the last response", example = "\"0\"")
                    @Nullable String ifMatch,
            @Valid @RequestBody ScheduleForm form) {
        if (ifMatch == null) {
            throw IfMatchRequired.toReplace();
        }
        return ScheduleResponse.in(
                ResponseEntity.ok(), calendar.reschedule(member.memberId(), id, IfMatch.parse(ifMatch), form.plan()));
    }

    @Operation(
            operationId = "deleteSchedule",
            summary = "Delete a schedule",
            description = "With `If-Match`, deletes the schedule only in the version that the header names.")
    @ApiResponse(responseCode = "204", description = "Deleted")
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no schedule with this id")
    @ApiResponse(
            responseCode = "412",
            description = "`precondition-failed`: the version in `If-Match` is not the current version")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @DeleteMapping("/{id}")
    void delete(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(description = "The `ETag` of the last response")
                    @Nullable String ifMatch) {
        if (ifMatch == null) {
            calendar.remove(member.memberId(), id);
        } else {
            calendar.remove(member.memberId(), id, IfMatch.parse(ifMatch));
        }
    }
}

package dev.haru.schedule.calendar;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
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
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints of schedules.
 *
 * <p>Longer than 120 lines because the API description of each endpoint stands at its method.
 */
@Tag(name = "Schedules", description = "The schedules of the signed-in member")
@ApiResponse(
        responseCode = "503",
        description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
@RestController
@RequestMapping("/v1/schedules")
class ScheduleController {

    private final Calendar calendar;
    private final ReplicaRouting routing;
    private final ScheduleEditor editor;

    ScheduleController(Calendar calendar, ReplicaRouting routing, ScheduleEditor editor) {
        this.calendar = calendar;
        this.routing = routing;
        this.editor = editor;
    }

    @Operation(
            operationId = "addSchedule",
            summary = "Add a schedule",
            description = "The time has one of three forms: `startAt` and `endAt`, `localStart` and `localEnd`, or "
                    + "`startDate` and `endDate`. A local start that the clocks skip has the offset before the change, and "
                    + "one that occurs twice is the first one. A series counts as one schedule. With an "
                    + "`Idempotency-Key`, adds the schedule once. For a day, the same key and body return the first "
                    + "response, even after a change of the schedule.")
    @ApiResponse(
            responseCode = "201",
            description = "The schedule was added",
            headers = {
                @Header(name = HttpHeaders.LOCATION, description = "The path of the resource"),
                @Header(name = HttpHeaders.ETAG, description = "The version")
            })
    @ApiResponse(
            responseCode = "406",
            description =
                    "`schedule-limit-reached`: delete a schedule before you add another. The `Accept` header has no "
                            + "effect on this refusal. GET /v1/schedules/quota returns the limit.")
    @ApiResponse(
            responseCode = "409",
            description = "`idempotency-key-reused`: you added another schedule with this key. Use a new key.")
    @ApiResponse(
            responseCode = "410",
            description = "`schedule-deleted`: this key added a schedule that was deleted since. Use a new key.")
    @ApiResponse(
            responseCode = "429",
            description = "`idempotency-key-limit-reached`: you used 1,000 new keys within a day. Try again later.")
    @RequiredScope(Scope.SCHEDULES_WRITE)
    @PostMapping
    ResponseEntity<ScheduleResponse> add(
            @AuthenticationPrincipal Member member,
            @RequestHeader(name = IdempotencyKey.HEADER, required = false)
                    @Parameter(
                            description = "A key that the client chooses, such as a UUID; 1 to 255 visible ASCII "
                                    + "characters. An adoption of a template may use the same key.",
                            example = "8e03978e-40d5-43e8-bc93-6894a57f9324")
                    @Nullable String idempotencyKey,
            @Valid @RequestBody ScheduleForm form) {
        Plan plan = form.newPlan(member.timeZone());
        ScheduleWithOverlaps added = idempotencyKey == null
                ? calendar.add(member.memberId(), member.timeZone(), plan)
                : calendar.add(member.memberId(), member.timeZone(), plan, IdempotencyKey.parse(idempotencyKey));
        URI location = URI.create("/v1/schedules/" + added.schedule().id());
        return ScheduleResponse.in(ResponseEntity.created(location), added, member);
    }

    @Operation(
            operationId = "listSchedules",
            summary = "List schedules",
            description = "Lists the schedules that overlap the time from `from` (inclusive) to `to` (exclusive), by "
                    + "start. With `from` or `to`, each occurrence of a series is an item; without both, a series is one "
                    + "item with its first occurrence. Added and deleted schedules do not shift the next page. A page of "
                    + "large schedules may have fewer than `limit` items. With "
                    + "`Accept: text/calendar`, returns all schedules of the time in one iCalendar file (RFC 5545); "
                    + "`cursor` and `limit` are then refused.")
    @ListResponse
    @RequiredScope(Scope.SCHEDULES_READ)
    @GetMapping
    SchedulePage list(
            @AuthenticationPrincipal Member member,
            @RequestParam(required = false)
                    @Parameter(
                            description =
                                    "An instant with any offset, or a date in your time zone; default: no lower bound",
                            example = "2026-11-23")
                    @Nullable String from,
            @RequestParam(required = false)
                    @Parameter(
                            description =
                                    "An instant with any offset, or a date in your time zone; default: no upper bound",
                            example = "2026-11-30T00:00:00Z")
                    @Nullable String to,
            @RequestParam(required = false)
                    @Parameter(
                            description = "`nextCursor` of the previous page",
                            example = "AAZg7jzfFgABogJE6AB6QZ0uXwuMbR4nycO0HQ")
                    @Nullable String cursor,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        Window window = Window.of(from, to, member.timeZone());
        Position after = cursor == null ? window.start() : Position.ofCursor(cursor, window);
        List<Occurrence> page = routing.of(
                member.memberId(), () -> calendar.list(member.memberId(), member.timeZone(), window, after, limit + 1));
        return SchedulePage.of(page, limit, window);
    }

    @Operation(
            operationId = "readSchedule",
            summary = "Read a schedule",
            description = "With `If-None-Match`, returns the schedule only if it has changed.")
    @ApiResponse(
            responseCode = "200",
            description = "The schedule",
            headers = @Header(name = HttpHeaders.ETAG, description = "The version"))
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no schedule with this id")
    @RequiredScope(Scope.SCHEDULES_READ)
    @GetMapping("/{id}")
    ResponseEntity<ScheduleResponse> get(@AuthenticationPrincipal Member member, @PathVariable UUID id) {
        Schedule schedule = routing.of(member.memberId(), () -> calendar.get(member.memberId(), id));
        return ScheduleResponse.in(ResponseEntity.ok(), schedule, member.timeZone());
    }

    @Operation(
            operationId = "replaceSchedule",
            summary = "Replace a schedule",
            description =
                    "Replaces the schedule, and a series as a whole, only in the version that `If-Match` names. The body "
                            + "may be a schedule as you have read it: read-only members must have their current values. "
                            + "The changed occurrences of a series keep the fields that they have changed; those whose "
                            + "original start the new series does not have are removed.")
    @ApiResponse(
            responseCode = "200",
            description = "The schedule was replaced",
            headers = @Header(name = HttpHeaders.ETAG, description = "The version"))
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no schedule with this id")
    @ApiResponse(
            responseCode = "412",
            description = "`precondition-failed`: the version in `If-Match` is not the current version")
    @ApiResponse(responseCode = "428", description = "`precondition-required`: `If-Match` is missing")
    @RequiredScope(Scope.SCHEDULES_WRITE)
    @PutMapping("/{id}")
    ResponseEntity<ScheduleResponse> replace(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(description = "Required: the `ETag` of the last response", example = "\"0\"")
                    @Nullable String ifMatch,
            @Valid @RequestBody ScheduleForm form) {
        return ScheduleResponse.in(
                ResponseEntity.ok(), editor.replace(member, id, IfMatchRequired.parse(ifMatch), form), member);
    }

    @Operation(
            operationId = "changeSchedule",
            summary = "Change a schedule",
            description = "Applies a merge patch (RFC 7396) to the version that `If-Match` names: absent members keep "
                    + "their values, and null removes the member. A start in another form "
                    + "replaces the time.")
    @ApiResponse(
            responseCode = "200",
            description = "The schedule was changed",
            headers = @Header(name = HttpHeaders.ETAG, description = "The version"))
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no schedule with this id")
    @ApiResponse(
            responseCode = "412",
            description = "`precondition-failed`: the version in `If-Match` is not the current version")
    @ApiResponse(responseCode = "428", description = "`precondition-required`: `If-Match` is missing")
    @RequiredScope(Scope.SCHEDULES_WRITE)
    @PatchMapping(path = "/{id}", consumes = "application/merge-patch+json")
    ResponseEntity<ScheduleResponse> change(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(description = "Required: the `ETag` of the last response", example = "\"0\"")
                    @Nullable String ifMatch,
            @RequestBody SchedulePatch patch) {
        return ScheduleResponse.in(
                ResponseEntity.ok(), editor.patch(member, id, IfMatchRequired.parse(ifMatch), patch), member);
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
    @RequiredScope(Scope.SCHEDULES_WRITE)
    @DeleteMapping("/{id}")
    void delete(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(description = "The `ETag` of the last response")
                    @Nullable String ifMatch) {
        calendar.remove(member.memberId(), id, IfMatch.parseOptional(ifMatch));
    }
}

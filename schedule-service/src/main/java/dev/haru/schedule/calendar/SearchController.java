package dev.haru.schedule.calendar;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoint of the search.
 *
 * <p>Longer than 120 lines because the API description of each parameter stands here.
 */
@Tag(name = "Schedules")
@ApiResponse(
        responseCode = "503",
        description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
@RestController
class SearchController {

    private static final String ASCENDING = "ascending";
    private static final String DESCENDING = "descending";
    private static final List<String> ORDERS = List.of(ASCENDING, DESCENDING);
    private static final List<String> STATUSES = List.of(Details.TENTATIVE, Details.CONFIRMED, Details.CANCELLED);

    private final ScheduleSearch search;
    private final ReplicaRouting routing;

    SearchController(ScheduleSearch search, ReplicaRouting routing) {
        this.search = search;
        this.routing = routing;
    }

    @Operation(
            operationId = "searchSchedules",
            summary = "Search schedules",
            description =
                    "Lists the schedules that match all given parameters, by start. Upper and lower case are equal. A "
                            + "series appears once, at its first occurrence, if the series or one of its changed "
                            + "occurrences matches, and any occurrence is in the window.")
    @ApiResponse(responseCode = "200", description = "A page of the matching schedules")
    @RequiredScope(Scope.SCHEDULES_READ)
    @GetMapping("/v1/schedules/search")
    SchedulePage search(
            @AuthenticationPrincipal Member member,
            @RequestParam(required = false)
                    @Size(min = 1, max = 100) @Pattern(regexp = Plan.ONE_LINE, message = Plan.ONE_LINE_MESSAGE) @Parameter(
                            description =
                                    "Part of the title, note, place or description, or of a name of the location; "
                                            + "default: any",
                            example = "x-ray")
                    @Nullable String text,
            @RequestParam(required = false)
                    @Size(min = 1, max = 50) @Pattern(regexp = Plan.ONE_LINE, message = Plan.ONE_LINE_MESSAGE) @Parameter(description = "A whole tag; default: any", example = "health")
                    @Nullable String tag,
            @RequestParam(required = false)
                    @Size(max = 20) @Parameter(
                            description = "The status; default: any",
                            example = Details.CONFIRMED,
                            schema =
                                    @Schema(
                                            allowableValues = {Details.TENTATIVE, Details.CONFIRMED, Details.CANCELLED
                                            }))
                    @Nullable String status,
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
                            description =
                                    "The earliest last change: an instant with any offset, or a date in your time "
                                            + "zone; default: any",
                            example = "2026-11-22")
                    @Nullable String updatedSince,
            @RequestParam(defaultValue = ASCENDING)
                    @Size(max = 20) @Parameter(
                            description = "By start",
                            schema =
                                    @Schema(
                                            defaultValue = ASCENDING,
                                            allowableValues = {ASCENDING, DESCENDING}))
                    String order,
            @RequestParam(required = false)
                    @Parameter(
                            description = "`nextCursor` of the previous page",
                            example = "AAZg7jzfFgABogJE6AB6QZ0uXwuMbR4nIj0zQQ")
                    @Nullable String cursor,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        ScheduleQuery query = new ScheduleQuery(
                Window.of(from, to, member.timeZone()),
                text,
                tag,
                status == null ? null : requireOneOf("status", status, STATUSES),
                updatedSince == null ? Instant.EPOCH : Window.bound("updatedSince", updatedSince, member.timeZone()),
                requireOneOf("order", order, ORDERS).equals(DESCENDING));
        Position after = cursor == null ? query.start() : query.ofCursor(cursor);
        List<Schedule> found = routing.of(
                member.memberId(), () -> search.page(member.memberId(), member.timeZone(), query, after, limit + 1));
        return SchedulePage.of(
                found,
                limit,
                schedule -> ScheduleResponse.of(schedule, member.timeZone()),
                schedule -> schedule.plan().characters(),
                query::cursorAfter);
    }

    private static String requireOneOf(String field, String value, List<String> values) {
        if (!values.contains(value)) {
            throw InvalidRequest.field(field, Message.of("field.one-of", String.join(", ", values)));
        }
        return value;
    }
}

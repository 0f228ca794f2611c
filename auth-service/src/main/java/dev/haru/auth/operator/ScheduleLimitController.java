package dev.haru.auth.operator;

import dev.haru.auth.account.AccountNotFound;
import dev.haru.auth.schedule.ScheduleClient;
import dev.haru.auth.schedule.ScheduleLimit;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints with which operators read and change the limit of schedules of a member, which schedule-service stores.
 *
 * <p>Longer than 120 lines because the request and response records stand beside their endpoints.
 */
@Tag(name = "Operators")
@RestController
@RequestMapping("/v1/admin/accounts/{id}/schedule-limit")
class ScheduleLimitController {

    /** The longest calendar with which the queries of schedule-service are tested. */
    private static final int MAX_SCHEDULES = 20_000;

    private final AccountActs acts;
    private final LoggedRead read;
    private final ScheduleClient schedules;

    ScheduleLimitController(AccountActs acts, LoggedRead read, ScheduleClient schedules) {
        this.acts = acts;
        this.read = read;
        this.schedules = schedules;
    }

    @Operation(
            operationId = "readScheduleLimit",
            summary = "Read the limit of schedules of a member",
            description = "Returns the limit that applies, the number of schedules, and the limit that an operator has "
                    + "set for this member.")
    @ApiResponse(responseCode = "200", description = "The limit")
    @ApiResponse(responseCode = "403", description = AdminAccountController.FORBIDDEN)
    @ApiResponse(responseCode = "404", description = "`not-found`: no account has this id")
    @ApiResponse(responseCode = "503", description = "`service-unavailable`: try again after `Retry-After` seconds")
    @SessionOnly
    @GetMapping
    ScheduleLimitResponse read(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller, @PathVariable UUID id) {
        var _ = read.of(id, caller);
        return schedules.limitOf(id).map(ScheduleLimitResponse::of).orElseThrow(() -> AccountNotFound.withId(id));
    }

    @Operation(
            operationId = "changeScheduleLimit",
            summary = "Change the limit of schedules of a member",
            description =
                    "Sets the maximum number of schedules of one member. With null or without `limit`, the maximum of "
                            + "all members applies. A lower limit deletes nothing. The act is recorded before "
                            + "schedule-service makes the change: after 503, repeat the call." + ActController.PROOF)
    @ApiResponse(responseCode = "200", description = "The new limit")
    @ApiResponse(responseCode = "403", description = ActController.FORBIDDEN)
    @ApiResponse(responseCode = "404", description = "`not-found`: no account has this id")
    @ApiResponse(
            responseCode = "503",
            description =
                    "`service-unavailable`: the limit may not have changed; try again after `Retry-After` seconds")
    @SessionOnly
    @PutMapping
    ScheduleLimitResponse change(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @PathVariable UUID id,
            @Valid @RequestBody ScheduleLimitForm form) {
        String value = form.limit() == null ? "default" : form.limit().toString();
        RequestedAct act = new RequestedAct(ActKind.CHANGE_SCHEDULE_LIMIT, value, form.reason());
        var _ = acts.perform(Operator.of(caller), id, act);
        // Outside of the transaction, so that no connection waits for the other service.
        return schedules
                .changeLimit(id, form.limit())
                .map(ScheduleLimitResponse::of)
                .orElseThrow(() -> AccountNotFound.withId(id));
    }

    /**
     * The limit of a member.
     *
     * @param limit null for the limit of all members
     */
    record ScheduleLimitForm(
            @Min(0) @Max(MAX_SCHEDULES) @Nullable Integer limit,

            @NotBlank @Size(min = 1, max = Reason.MAX_LENGTH) @Pattern(regexp = Reason.ONE_LINE, message = "{field.one-line}") @Schema(description = "Why, for the record", example = "Ticket 4713: plans lessons for a school")
            String reason) {}

    /** The limit of a member that applies now. */
    record ScheduleLimitResponse(
            @Schema(description = "The maximum number of schedules that applies", example = "5000")
            int limit,

            @Schema(description = "The number of schedules of the member", example = "12")
            int used,

            @Schema(
                    description =
                            "The maximum that an operator has set for this member. Null: that of all members applies.",
                    example = "5000")
            @Nullable Integer ownLimit) {

        static ScheduleLimitResponse of(ScheduleLimit limit) {
            return new ScheduleLimitResponse(limit.limit(), limit.used(), limit.own());
        }
    }
}

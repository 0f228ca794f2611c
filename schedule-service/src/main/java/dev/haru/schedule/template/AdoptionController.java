package dev.haru.schedule.template;

import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.calendar.IdempotencyKey;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Templates")
@ApiResponse(
        responseCode = "503",
        description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
@RestController
class AdoptionController {

    private final Adoptions adoptions;

    AdoptionController(Adoptions adoptions) {
        this.adoptions = adoptions;
    }

    @Operation(
            operationId = "adoptTemplate",
            summary = "Adopt a template",
            description =
                    "Adds all schedules of the template to your calendar, or none. An item with a recurrence rule "
                            + "becomes a series in your time zone, which counts as one schedule. You may adopt a template "
                            + "again; the ranking counts each member once. With an `Idempotency-Key`, the same key and body "
                            + "return the first response for a day.")
    @ApiResponse(responseCode = "201", description = "All schedules are in your calendar")
    @ApiResponse(responseCode = "404", description = "`not-found`: the template does not exist, or is not released")
    @ApiResponse(
            responseCode = "406",
            description = "`schedule-limit-reached`: all schedules of the template together exceed your limit; none "
                    + "was added. The `Accept` header has no effect on this refusal.")
    @ApiResponse(
            responseCode = "409",
            description = "`idempotency-key-reused`: another adoption used this key. Use a new key.")
    @ApiResponse(
            responseCode = "410",
            description = "`schedule-deleted`: all schedules that this key added were deleted since. Use a new key.")
    @ApiResponse(
            responseCode = "429",
            description = "`idempotency-key-limit-reached`: you used 1,000 new keys within a day. Try again later.")
    @ResponseStatus(HttpStatus.CREATED)
    @RequiredScope(Scope.SCHEDULES_WRITE)
    @PostMapping("/v1/templates/{id}/adoptions")
    AdoptionResponse adopt(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @RequestHeader(name = IdempotencyKey.HEADER, required = false)
                    @Parameter(
                            description = "A key that the client chooses, such as a UUID; 1 to 255 visible ASCII "
                                    + "characters. The addition of a schedule may use the same key.",
                            example = "8e03978e-40d5-43e8-bc93-6894a57f9324")
                    @Nullable String idempotencyKey,
            @Valid @RequestBody AdoptionForm form) {
        return new AdoptionResponse(
                id,
                adoptions.adopt(
                        member,
                        id,
                        form.startAt(),
                        idempotencyKey == null ? null : IdempotencyKey.parse(idempotencyKey)));
    }
}

package dev.haru.auth.event;

import dev.haru.auth.principal.Caller;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Accounts")
@RestController
class EventController {

    private final SecurityEvents events;

    EventController(SecurityEvents events) {
        this.events = events;
    }

    @Operation(
            operationId = "listEvents",
            summary = "List security events",
            description = "Lists the security events of your account, newest first.")
    @ApiResponse(responseCode = "200", description = "A page of events")
    @SessionOnly
    @GetMapping("/v1/auth/events")
    EventPage list(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @Parameter(
                            description = "`nextBefore` of the previous page",
                            example = "01a20244-72d0-77e1-8c0d-2b4f96a3518e")
                    @RequestParam(required = false)
                    @Nullable UUID before,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        return events.page(Caller.accountOf(caller), before, limit);
    }
}

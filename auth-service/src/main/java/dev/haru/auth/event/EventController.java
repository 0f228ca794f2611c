package dev.haru.auth.event;

import dev.haru.auth.event.SecurityEvents.Event;
import dev.haru.platform.database.ReplicaRouting;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.util.List;
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
            summary = "List security events",
            description = "Lists the security events of your account, newest first.")
    @ApiResponse(responseCode = "200", description = "A page of events")
    @GetMapping("/v1/auth/events")
    EventPage list(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @Parameter(description = "`nextBefore` of the previous page") @RequestParam(required = false) @Nullable UUID before,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        List<Event> page =
                ReplicaRouting.fromPrimary(() -> events.list(UUID.fromString(caller.getName()), before, limit));
        return new EventPage(page, page.size() == limit ? page.getLast().eventId() : null);
    }

    /**
     * A page of events.
     *
     * @param nextBefore the parameter {@code before} of the next page; null if this page is not full
     */
    record EventPage(List<Event> items, @Nullable UUID nextBefore) {}
}

package dev.haru.auth.session;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.haru.auth.event.Origin;
import dev.haru.auth.password.AcceptablePassword;
import dev.haru.auth.password.EnteredPassword;
import dev.haru.auth.password.PasswordText;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints of a member's sessions.
 *
 * <p>Longer than 120 lines because the request and response records stand beside their endpoints.
 */
@Tag(name = "Sessions", description = "Sign-in, tokens, sessions and passwords")
@RestController
class SessionController {

    private final Sessions sessions;
    private final OpenSessions open;

    SessionController(Sessions sessions, OpenSessions open) {
        this.sessions = sessions;
        this.open = open;
    }

    @Operation(
            operationId = "listSessions",
            summary = "List sessions",
            description = "Lists your open sessions by last use, newest first.")
    @ApiResponse(responseCode = "200", description = "A page of sessions")
    @ApiResponse(responseCode = "400", description = "`invalid-request`: `cursor` or `limit` is not valid")
    @SessionOnly
    @GetMapping("/v1/auth/sessions")
    SessionList list(
            @AuthenticationPrincipal SignedIn caller,
            @Parameter(description = "`nextCursor` of the previous page", example = "AAZg2NtgfIABogJEctBx8oo9fkuQxR-C")
                    @RequestParam(required = false)
                    @Size(max = 64) @Nullable String cursor,
            @RequestParam(defaultValue = "100") @Min(1) @Max(100) int limit) {
        return SessionList.of(open.page(caller.accountId(), cursor, limit), caller);
    }

    @Operation(
            operationId = "endSession",
            summary = "End a session",
            description = "Revokes all tokens of the session. The session may be the session of this request.")
    @ApiResponse(responseCode = "204", description = "Ended")
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no open session with this id")
    @SessionOnly
    @DeleteMapping("/v1/auth/sessions/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void end(@AuthenticationPrincipal SignedIn caller, @PathVariable UUID id, HttpServletRequest request) {
        sessions.end(caller, id, Origin.of(request));
    }

    @Operation(
            operationId = "endOtherSessions",
            summary = "End all other sessions",
            description = "Ends all other sessions, and removes all other known devices.")
    @ApiResponse(responseCode = "204", description = "Ended")
    @SessionOnly
    @DeleteMapping("/v1/auth/sessions")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void endOthers(@AuthenticationPrincipal SignedIn caller, HttpServletRequest request) {
        sessions.endOthers(caller, Origin.of(request));
    }

    @Operation(
            operationId = "changePassword",
            summary = "Change the password",
            description = "Ends all other sessions, and removes all other known devices.")
    @ApiResponse(responseCode = "204", description = "Changed")
    @ApiResponse(
            responseCode = "403",
            description = "`confirmation-required`: the account has a second factor; confirm with "
                    + "`POST /v1/auth/confirmation`, then repeat the call")
    @ApiResponse(responseCode = "422", description = "`wrong-current-password`: the current password is wrong")
    @ApiResponse(responseCode = "429", description = "`too-many-attempts`: try again after `Retry-After` seconds")
    @ApiResponse(
            responseCode = "503",
            description = "`hashing-saturated`, `service-unavailable`: try again after `Retry-After` seconds")
    @SessionOnly
    @PutMapping("/v1/auth/password")
    Callable<ResponseEntity<Void>> changePassword(
            @AuthenticationPrincipal SignedIn caller,
            @Valid @RequestBody PasswordForm form,
            HttpServletRequest request) {
        Origin origin = Origin.of(request);
        return () -> {
            sessions.changePassword(caller, form.current(), form.replacement(), origin);
            return ResponseEntity.noContent().build();
        };
    }

    record PasswordForm(
            @NotNull @EnteredPassword @Schema(minLength = 1, maxLength = PasswordText.LONGEST)
            String current,

            @NotNull @AcceptablePassword @JsonProperty("new") @Schema(minLength = 8, maxLength = 128)
            String replacement) {

        @Override
        public String toString() {
            return "PasswordForm[secret]";
        }
    }

    /**
     * A page of sessions.
     *
     * @param nextCursor the cursor of the next page, null on the last page
     */
    record SessionList(
            List<SessionResponse> items, @Nullable String nextCursor) {

        static SessionList of(OpenSessions.Page page, SignedIn caller) {
            return new SessionList(
                    page.sessions().stream()
                            .map(session -> SessionResponse.of(session, caller))
                            .toList(),
                    page.nextCursor());
        }
    }

    /** A session. */
    record SessionResponse(
            UUID sessionId,
            Instant createdAt,

            @Schema(description = "The time when the session was opened or last refreshed")
            Instant lastUsedAt,

            @Nullable String userAgent,
            String address,

            @Schema(description = "Whether the session is that of this request")
            boolean current) {

        static SessionResponse of(OpenSession session, SignedIn caller) {
            return new SessionResponse(
                    session.id(),
                    session.createdAt(),
                    session.lastUsedAt(),
                    session.userAgent(),
                    session.address(),
                    session.id().equals(caller.sessionId()));
        }
    }
}

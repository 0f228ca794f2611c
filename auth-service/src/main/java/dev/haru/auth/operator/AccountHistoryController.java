package dev.haru.auth.operator;

import dev.haru.auth.event.EventPage;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.session.OpenSession;
import dev.haru.auth.session.OpenSessions;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints with which operators read the sessions, security events and acts of an account.
 *
 * <p>Longer than 120 lines because the response records stand beside their endpoints.
 */
@Tag(name = "Operators")
@RestController
@RequestMapping("/v1/admin/accounts/{id}")
class AccountHistoryController {

    private final LoggedRead read;
    private final AccountReader accounts;
    private final OpenSessions sessions;
    private final SecurityEvents events;

    AccountHistoryController(LoggedRead read, AccountReader accounts, OpenSessions sessions, SecurityEvents events) {
        this.read = read;
        this.accounts = accounts;
        this.sessions = sessions;
        this.events = events;
    }

    @Operation(
            operationId = "listAccountSessions",
            summary = "List the sessions of an account",
            description = "Lists the open sessions of an account by last use, newest first.")
    @ApiResponse(responseCode = "200", description = "A page of sessions")
    @ApiResponse(responseCode = "400", description = "`invalid-request`: `cursor` or `limit` is not valid")
    @ApiResponse(responseCode = "403", description = AdminAccountController.FORBIDDEN)
    @ApiResponse(responseCode = "404", description = "`not-found`: no account has this id")
    @SessionOnly
    @GetMapping("/sessions")
    AccountSessionPage sessions(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @PathVariable UUID id,
            @Parameter(description = "`nextCursor` of the previous page", example = "AAZg2NtgfIABogJEctBx8oo9fkuQxR-C")
                    @RequestParam(required = false)
                    @Size(max = 64) @Nullable String cursor,
            @RequestParam(defaultValue = "100") @Min(1) @Max(100) int limit) {
        var _ = read.of(id, caller);
        OpenSessions.Page page = sessions.page(id, cursor, limit);
        return new AccountSessionPage(
                page.sessions().stream().map(AccountSession::of).toList(), page.nextCursor());
    }

    @Operation(
            operationId = "listAccountEvents",
            summary = "List the security events of an account",
            description = "Lists the security events of an account, newest first.")
    @ApiResponse(responseCode = "200", description = "A page of events")
    @ApiResponse(responseCode = "403", description = AdminAccountController.FORBIDDEN)
    @ApiResponse(responseCode = "404", description = "`not-found`: no account has this id")
    @SessionOnly
    @GetMapping("/events")
    EventPage events(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @PathVariable UUID id,
            @Parameter(
                            description = "`nextBefore` of the previous page",
                            example = "01a20244-72d0-77e1-8c0d-2b4f96a3518e")
                    @RequestParam(required = false)
                    @Nullable UUID before,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        var _ = read.of(id, caller);
        return events.page(id, before, limit);
    }

    @Operation(
            operationId = "listAccountActs",
            summary = "List the acts on an account",
            description =
                    "Lists the acts of operators on an account, newest first. The records remain for 400 days, also "
                            + "after the erasure of the account.")
    @ApiResponse(responseCode = "200", description = "A page of acts; none for an unknown account")
    @ApiResponse(responseCode = "403", description = AdminAccountController.FORBIDDEN)
    @SessionOnly
    @GetMapping("/acts")
    ActPage acts(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @PathVariable UUID id,
            @Parameter(
                            description = "`nextBefore` of the previous page",
                            example = "01a20251-3a40-7c19-9f2e-4d8b6a0c7e53")
                    @RequestParam(required = false)
                    @Nullable UUID before,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        read.note(id, caller);
        List<ActResponse> page =
                accounts.acts(id, before, limit).stream().map(ActResponse::of).toList();
        return new ActPage(page, page.size() == limit ? page.getLast().actId() : null);
    }

    /**
     * A page of an account's sessions.
     *
     * @param nextCursor the cursor of the next page, null on the last page
     */
    record AccountSessionPage(
            List<AccountSession> items, @Nullable String nextCursor) {}

    /**
     * A session of an account.
     *
     * @param lastUsedAt when it was opened or last refreshed
     */
    record AccountSession(
            UUID sessionId,
            Instant createdAt,
            Instant lastUsedAt,
            @Nullable String userAgent,
            String address) {

        static AccountSession of(OpenSession session) {
            return new AccountSession(
                    session.id(), session.createdAt(), session.lastUsedAt(), session.userAgent(), session.address());
        }
    }

    /**
     * A page of acts.
     *
     * @param nextBefore the parameter {@code before} of the next page; null if this page is not full
     */
    record ActPage(List<ActResponse> items, @Nullable UUID nextBefore) {}
}

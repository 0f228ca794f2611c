package dev.haru.auth.operator;

import dev.haru.auth.guard.AccountGuard;
import dev.haru.auth.operator.AccountReader.AccountState;
import dev.haru.auth.operator.AccountSearch.FoundAccount;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
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

/** The endpoints with which operators find and read accounts. {@link OperatorInterceptor} checks the caller. */
@Tag(name = "Operators", description = "Acts on the accounts of members, for callers with a role")
@RestController
@RequestMapping("/v1/admin/accounts")
class AdminAccountController {

    /** The problems of each call, for the descriptions. */
    static final String FORBIDDEN = "`operator-role-required`: you have no role, or not the role of this call; "
            + "`operator-second-factor-required`: your account has no second factor, or this session has not proved it";

    private final AccountSearch search;
    private final LoggedRead read;
    private final AccountReader accounts;
    private final AccountGuard guard;

    AdminAccountController(AccountSearch search, LoggedRead read, AccountReader accounts, AccountGuard guard) {
        this.search = search;
        this.read = read;
        this.accounts = accounts;
        this.guard = guard;
    }

    @Operation(
            operationId = "searchAccounts",
            summary = "Search for accounts",
            description =
                    "Returns the account with this id or this verified e-mail address, or else the accounts whose "
                            + "nicknames begin with the query, by nickname. No character of the query is a wildcard.")
    @ApiResponse(responseCode = "200", description = "A page of accounts")
    @ApiResponse(responseCode = "400", description = "`invalid-request`: `query`, `cursor` or `limit` is not valid")
    @ApiResponse(responseCode = "403", description = FORBIDDEN)
    @SessionOnly
    @GetMapping
    AccountPage find(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @Parameter(
                            description = "An id, a verified e-mail address, or the beginning of a nickname",
                            example = "haru_fan")
                    @RequestParam
                    @NotBlank @Size(min = 1, max = 254) @Pattern(regexp = Reason.ONE_LINE, message = "{field.one-line}") String query,
            @Parameter(description = "`nextCursor` of the previous page of the same query", example = "aGFydV9mYW4")
                    @RequestParam(required = false)
                    @Size(max = 512) @Nullable String cursor,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit) {
        List<FoundAccount> found = search.find(query, cursor, limit);
        read.note(found, caller);
        return AccountPage.of(found, limit);
    }

    @Operation(
            operationId = "readAccount",
            summary = "Read an account",
            description = "Returns the state of an account: its factors, the number of sessions and tokens, and the "
                    + "failures that the login guard counts. No response has a secret.")
    @ApiResponse(responseCode = "200", description = "The account")
    @ApiResponse(responseCode = "403", description = FORBIDDEN)
    @ApiResponse(responseCode = "404", description = "`not-found`: no account has this id")
    @SessionOnly
    @GetMapping("/{id}")
    AccountResponse read(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller, @PathVariable UUID id) {
        AccountState account = read.of(id, caller);
        return AccountResponse.of(account, accounts.factors(id), guard.of(account.nickname(), id));
    }
}

package dev.haru.auth.personaltoken;

import dev.haru.auth.event.Origin;
import dev.haru.auth.personaltoken.PersonalTokens.CreatedToken;
import dev.haru.auth.principal.Caller;
import dev.haru.platform.code.OpenEnum;
import dev.haru.platform.security.Scope;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints of personal access tokens.
 *
 * <p>Longer than 120 lines because the response records stand beside their endpoints.
 */
@Tag(name = "Tokens", description = "Personal access tokens for programs")
@RestController
class PersonalTokenController {

    private final PersonalTokens tokens;

    PersonalTokenController(PersonalTokens tokens) {
        this.tokens = tokens;
    }

    @Operation(
            operationId = "createToken",
            summary = "Create a personal access token",
            description = "Creates a token for a program. Only this response contains the token. It permits the "
                    + "operations of its scopes until it expires or ends. A call that ends all other sessions ends it, "
                    + "too. Requires a sign-in or `POST /v1/auth/confirmation` within the last five minutes.")
    @ApiResponse(responseCode = "201", description = "The token was created")
    @ApiResponse(
            responseCode = "403",
            description = "`confirmation-required`: the operation requires a recent sign-in or confirmation")
    @ApiResponse(
            responseCode = "409",
            description = "`token-limit-reached`: the account has the maximum of personal access tokens")
    @SessionOnly
    @PostMapping("/v1/auth/tokens")
    @ResponseStatus(HttpStatus.CREATED)
    CreatedTokenResponse create(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @Valid @RequestBody PersonalTokenForm form,
            HttpServletRequest request) {
        return CreatedTokenResponse.of(tokens.create(Caller.accountOf(caller), form, originOf(caller, request)));
    }

    @Operation(
            operationId = "listTokens",
            summary = "List personal access tokens",
            description = "Lists the valid personal access tokens of your account, newest first, without their values.")
    @ApiResponse(responseCode = "200", description = "The tokens")
    @SessionOnly
    @GetMapping("/v1/auth/tokens")
    TokenList list(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller) {
        return new TokenList(tokens.list(Caller.accountOf(caller)).stream()
                .map(PersonalTokenResponse::of)
                .toList());
    }

    @Operation(
            operationId = "endToken",
            summary = "End a personal access token",
            description = "Revokes the token. All services refuse it at once.")
    @ApiResponse(responseCode = "204", description = "Ended")
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no valid token with this id")
    @SessionOnly
    @DeleteMapping("/v1/auth/tokens/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void end(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @PathVariable UUID id,
            HttpServletRequest request) {
        tokens.end(Caller.accountOf(caller), id, originOf(caller, request));
    }

    private static Origin originOf(OAuth2AuthenticatedPrincipal caller, HttpServletRequest request) {
        return Origin.of(request).in(Caller.sessionOf(caller));
    }

    private static List<String> codesOf(PersonalToken token) {
        return token.scopes().scopes().stream().map(Scope::code).toList();
    }

    /**
     * A new personal access token.
     *
     * @param token the value, which no later response contains
     */
    record CreatedTokenResponse(
            UUID tokenId,
            String token,
            String name,
            @OpenEnum(Scope.class) List<String> scopes,
            Instant createdAt,
            Instant expiresAt) {

        static CreatedTokenResponse of(CreatedToken created) {
            PersonalToken token = created.token();
            return new CreatedTokenResponse(
                    token.id(), created.value(), token.name(), codesOf(token), token.createdAt(), token.expiresAt());
        }

        @Override
        public String toString() {
            return "CreatedTokenResponse[secret]";
        }
    }

    record TokenList(List<PersonalTokenResponse> items) {}

    /**
     * A personal access token, without its value.
     *
     * @param lastUsedAt the last use, recorded about once an hour; null if there is none
     */
    record PersonalTokenResponse(
            UUID tokenId,
            String name,
            @OpenEnum(Scope.class) List<String> scopes,
            Instant createdAt,
            Instant expiresAt,
            @Nullable Instant lastUsedAt) {

        static PersonalTokenResponse of(PersonalToken token) {
            return new PersonalTokenResponse(
                    token.id(), token.name(), codesOf(token), token.createdAt(), token.expiresAt(), token.lastUsedAt());
        }
    }
}

package dev.haru.auth.passkey;

import dev.haru.auth.event.Origin;
import dev.haru.auth.principal.Caller;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Passkeys")
@RestController
class PasskeyConfirmationController {

    private final PasskeyConfirmation confirmation;

    PasskeyConfirmationController(PasskeyConfirmation confirmation) {
        this.confirmation = confirmation;
    }

    @Operation(
            operationId = "requestPasskeyConfirmation",
            summary = "Request options for a confirmation by passkey",
            description = "Returns options for `navigator.credentials.get` with the passkeys of your account. Their "
                    + "challenge is valid once, for five minutes, in this session.")
    @ApiResponse(responseCode = "200", description = "The options")
    @ApiResponse(responseCode = "503", description = PasskeyProblem.NOT_CONFIGURED)
    @SessionOnly
    @PostMapping("/v1/auth/confirmation/passkey/options")
    PasskeyRequestOptions options(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller) {
        return confirmation.options(Caller.accountOf(caller), Caller.sessionOf(caller));
    }

    @Operation(
            operationId = "confirmByPasskey",
            summary = "Confirm by passkey",
            description = "The session may then make sensitive changes for five minutes, as after "
                    + "`POST /v1/auth/confirmation` with the password and a second factor.")
    @ApiResponse(responseCode = "204", description = "Confirmed")
    @ApiResponse(
            responseCode = "422",
            description =
                    "`invalid-passkey`: the passkey is not one of your account, its signature is wrong, its counter "
                            + "has gone back, or the challenge is used, expired or not of this session")
    @ApiResponse(responseCode = "503", description = PasskeyProblem.NOT_CONFIGURED)
    @SessionOnly
    @PostMapping("/v1/auth/confirmation/passkey")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void confirm(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @Valid @RequestBody PasskeyConfirmationForm form,
            HttpServletRequest request) {
        UUID session = Caller.sessionOf(caller);
        confirmation.confirm(
                Caller.accountOf(caller),
                session,
                form.credential(),
                Origin.of(request).in(session));
    }

    /**
     * A signed challenge.
     *
     * @param credential the result of {@code navigator.credentials.get} as JSON
     */
    record PasskeyConfirmationForm(@NotNull @Valid AssertionCredential credential) {}
}

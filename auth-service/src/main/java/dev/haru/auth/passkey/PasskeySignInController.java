package dev.haru.auth.passkey;

import dev.haru.auth.device.DeviceCookie;
import dev.haru.auth.event.Origin;
import dev.haru.auth.factor.SecondFactorAttempt;
import dev.haru.auth.session.TokenResponse;
import dev.haru.platform.challenge.ChallengeSolutions;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints that sign in by a passkey.
 *
 * <p>Longer than 120 lines because the request records stand beside their endpoints.
 */
@Tag(name = "Passkeys")
@RestController
class PasskeySignInController {

    private final PasskeySignIn signIn;
    private final PasskeySecondFactor secondFactor;

    PasskeySignInController(PasskeySignIn signIn, PasskeySecondFactor secondFactor) {
        this.signIn = signIn;
        this.secondFactor = secondFactor;
    }

    @Operation(
            operationId = "requestPasskeySignIn",
            summary = "Request options for a sign-in by passkey",
            description = "Returns options for `navigator.credentials.get`. Their challenge is valid once, for five "
                    + "minutes. They are the same for all accounts, because the passkey identifies its account.")
    @ApiResponse(responseCode = "200", description = "The options")
    @ApiResponse(responseCode = "503", description = PasskeyProblem.NOT_CONFIGURED)
    @PostMapping("/v1/auth/user/login/passkey/options")
    PasskeyRequestOptions options() {
        return signIn.options();
    }

    @Operation(
            operationId = "signInByPasskey",
            summary = "Sign in by passkey",
            description =
                    "Opens a session of the account of the passkey and returns its tokens, as a sign-in by password "
                            + "does. The passkey counts as both factors, because its authenticator has verified the user.")
    @ApiResponse(responseCode = "200", description = "Signed in")
    @ApiResponse(
            responseCode = "401",
            description =
                    "`invalid-passkey`: the passkey is unknown, its signature is wrong, its counter has gone back, "
                            + "or the challenge is used, expired or not of a sign-in")
    @ApiResponse(responseCode = "403", description = "`account-disabled`: an operator has disabled the account")
    @ApiResponse(responseCode = "503", description = PasskeyProblem.NOT_CONFIGURED)
    @PostMapping("/v1/auth/user/login/passkey")
    ResponseEntity<TokenResponse> signIn(
            @Valid @RequestBody PasskeySignInForm form,
            @Parameter(hidden = true) @CookieValue(name = DeviceCookie.NAME, required = false) @Nullable String device,
            HttpServletRequest request) {
        return signIn.signIn(form.credential(), device, Origin.of(request)).response();
    }

    @Operation(
            operationId = "requestPasskeySecondFactor",
            summary = "Request options for a passkey as second factor",
            description = "Returns options for `navigator.credentials.get` with the passkeys of the account, after "
                    + "`second-factor-required`. Their challenge is valid once, for five minutes.")
    @ApiResponse(responseCode = "200", description = "The options")
    @ApiResponse(
            responseCode = "401",
            description = "`invalid-transaction`: the transaction is unknown, used or expired. Sign in again.")
    @ApiResponse(responseCode = "503", description = PasskeyProblem.NOT_CONFIGURED)
    @PostMapping("/v1/auth/user/login/second-factor/passkey/options")
    PasskeyRequestOptions secondFactorOptions(
            @Valid @RequestBody PasskeyTransactionForm form,
            @Parameter(hidden = true) @CookieValue(name = DeviceCookie.NAME, required = false) @Nullable String device) {
        return secondFactor.options(form.transaction(), device);
    }

    @Operation(
            operationId = "completeSignInByPasskey",
            summary = "Complete a sign-in by passkey",
            description = "Opens the session of a transaction with a passkey as second factor.")
    @ApiResponse(responseCode = "200", description = "Signed in")
    @ApiResponse(
            responseCode = "401",
            description = "`invalid-transaction`: the transaction is unknown, used or expired. Sign in again.")
    @ApiResponse(responseCode = "403", description = "`account-disabled`: an operator has disabled the account")
    @ApiResponse(
            responseCode = "422",
            description =
                    "`invalid-code`: the passkey is not one of the account, its signature is wrong, its counter has "
                            + "gone back, or the challenge is used, expired or not of the transaction")
    @ApiResponse(
            responseCode = "428",
            description =
                    "`challenge-required`: there were too many wrong passwords or second factors. Solve a challenge "
                            + "and send the solution.")
    @ApiResponse(
            responseCode = "429",
            description = "`too-many-attempts`, `address-blocked`: try again after `Retry-After` seconds")
    @ApiResponse(responseCode = "503", description = PasskeyProblem.NOT_CONFIGURED)
    @PostMapping("/v1/auth/user/login/second-factor/passkey")
    ResponseEntity<TokenResponse> complete(
            @Valid @RequestBody PasskeySecondFactorForm form,
            @Parameter(hidden = true) @CookieValue(name = DeviceCookie.NAME, required = false) @Nullable String device,
            @Parameter(description = "The solution of a challenge, after status 428 or 429 `address-blocked`")
                    @RequestHeader(name = ChallengeSolutions.HEADER, required = false)
                    @Size(max = ChallengeSolutions.LONGEST) @Nullable String solution,
            HttpServletRequest request) {
        SecondFactorAttempt attempt = new SecondFactorAttempt(form.transaction(), Origin.of(request), device, solution);
        return secondFactor.complete(form.credential(), attempt).response();
    }

    /**
     * A signed challenge.
     *
     * @param credential the result of {@code navigator.credentials.get} as JSON
     */
    record PasskeySignInForm(@NotNull @Valid AssertionCredential credential) {}

    /** The transaction of a sign-in, from the response {@code second-factor-required}. */
    record PasskeyTransactionForm(@NotNull @Size(max = 200) String transaction) {

        @Override
        public String toString() {
            return "PasskeyTransactionForm[secret]";
        }
    }

    /**
     * A signed challenge for a transaction.
     *
     * @param transaction from the response {@code second-factor-required}
     * @param credential the result of {@code navigator.credentials.get} as JSON
     */
    record PasskeySecondFactorForm(
            @NotNull @Size(max = 200) String transaction,
            @NotNull @Valid AssertionCredential credential) {

        @Override
        public String toString() {
            return "PasskeySecondFactorForm[secret]";
        }
    }
}

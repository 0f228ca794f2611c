package dev.haru.auth.signin;

import dev.haru.auth.device.DeviceCookie;
import dev.haru.auth.event.Origin;
import dev.haru.auth.factor.SecondFactorAttempt;
import dev.haru.auth.factor.SecondFactorSignIn;
import dev.haru.auth.session.TokenResponse;
import dev.haru.platform.challenge.ChallengeSolutions;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Sessions")
@RestController
class SecondFactorController {

    private final SecondFactorSignIn signIn;
    private final CodeChecks checks;

    SecondFactorController(SecondFactorSignIn signIn, CodeChecks checks) {
        this.signIn = signIn;
        this.checks = checks;
    }

    @Operation(
            operationId = "completeSignIn",
            summary = "Complete a sign-in with a second factor",
            description =
                    "Opens the session of a sign-in that returned 401 `second-factor-required`, and returns the same "
                            + "response as a sign-in. Send a code of the authenticator app or a recovery code. A code works once. "
                            + "Five wrong codes end the transaction.")
    @ApiResponse(responseCode = "200", description = "Signed in")
    @ApiResponse(
            responseCode = "401",
            description =
                    "`invalid-transaction`: the transaction is unknown, used or expired, there were five wrong codes, "
                            + "or the password has changed; sign in again")
    @ApiResponse(responseCode = "403", description = "`account-disabled`: an operator has disabled the account")
    @ApiResponse(
            responseCode = "422",
            description = "`invalid-code`: the code is wrong or used; wait for the next code of the app")
    @ApiResponse(
            responseCode = "428",
            description =
                    "`challenge-required`: there were too many wrong passwords or codes. Solve a challenge and send "
                            + "the solution.")
    @ApiResponse(
            responseCode = "429",
            description = "`too-many-attempts`: try again after `Retry-After` seconds; `address-blocked`: try again "
                    + "after `Retry-After` seconds, or at once with the solution of a challenge in the header "
                    + "`Challenge-Solution`")
    @PostMapping("/v1/auth/user/login/second-factor")
    ResponseEntity<TokenResponse> complete(
            @Valid @RequestBody SecondFactorForm form,
            @Parameter(hidden = true) @CookieValue(name = DeviceCookie.NAME, required = false) @Nullable String device,
            @Parameter(description = "The solution of a challenge, after status 428 or 429 `address-blocked`")
                    @RequestHeader(name = ChallengeSolutions.HEADER, required = false)
                    @Size(max = ChallengeSolutions.LONGEST) @Nullable String solution,
            HttpServletRequest request) {
        Origin origin = Origin.of(request);
        return signIn.complete(
                        new SecondFactorAttempt(form.transaction(), origin, device, solution),
                        checks.required(form.code(), form.recoveryCode(), origin))
                .response();
    }

    /** A code for a transaction. */
    record SecondFactorForm(
            @NotNull @Size(max = 200) @Schema(description = "`transaction` of the problem `second-factor-required`")
            String transaction,

            @Size(max = 6) @Pattern(regexp = "[0-9]{6}", message = "{field.email-code}") @Schema(example = "042137", description = "The code of the authenticator app")
            @Nullable String code,

            @Size(max = 40) @Schema(example = "k5qw-3zsm-4x7p-vb2d", description = "A recovery code, instead of `code`")
            @Nullable String recoveryCode) {

        @Override
        public String toString() {
            return "SecondFactorForm[secret]";
        }
    }
}

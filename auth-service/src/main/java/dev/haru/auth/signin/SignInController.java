package dev.haru.auth.signin;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.NameKeys;
import dev.haru.auth.device.DeviceCookie;
import dev.haru.auth.event.Origin;
import dev.haru.auth.guard.LoginGuard;
import dev.haru.auth.password.EnteredPassword;
import dev.haru.auth.password.PasswordText;
import dev.haru.auth.session.TokenResponse;
import dev.haru.platform.challenge.ChallengeSolutions;
import dev.haru.platform.device.DeviceTokens;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoint of sign-ins.
 *
 * <p>Longer than 120 lines because the texts and the request record stand beside the endpoint.
 */
@Tag(name = "Sessions")
@RestController
class SignInController {

    private final SignIn signIn;
    private final Accounts accounts;
    private final LoginGuard guard;
    private final DeviceTokens devices;

    SignInController(SignIn signIn, Accounts accounts, LoginGuard guard, DeviceTokens devices) {
        this.signIn = signIn;
        this.accounts = accounts;
        this.guard = guard;
        this.devices = devices;
    }

    @Operation(
            operationId = "signIn",
            summary = "Sign in",
            description = "Opens a session and returns its tokens. The response sets the cookie `haru_device`, which "
                    + "identifies a known device. Failed sign-ins of other clients do not block a known device. If the "
                    + "account has an authenticator app, send its `code`, too. Without `code`, the response is 401, and "
                    + "`POST /v1/auth/user/login/second-factor` returns the tokens.")
    @ApiResponse(responseCode = "200", description = "Signed in")
    @ApiResponse(
            responseCode = "401",
            description = "`invalid-credentials`: the nickname or e-mail address is unknown, or the password is "
                    + "wrong; the response does not say which; `second-factor-required`: the password is right, the "
                    + "account has a second factor, and the request has no `code` of an authenticator app of the account. "
                    + "`transaction` is valid for five minutes, and `factors` names the "
                    + "factors that complete the sign-in.")
    @ApiResponse(responseCode = "403", description = "`account-disabled`: an operator has disabled the account")
    @ApiResponse(
            responseCode = "422",
            description =
                    "`invalid-code`: the password is right, and `code` is wrong or used; wait for the next code of "
                            + "the app")
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
    @ApiResponse(
            responseCode = "503",
            description = "`hashing-saturated`, `service-unavailable`: try again after `Retry-After` seconds")
    @PostMapping("/v1/auth/user/login")
    Callable<ResponseEntity<TokenResponse>> login(
            @Valid @RequestBody LoginForm form,
            @Parameter(hidden = true) @CookieValue(name = DeviceCookie.NAME, required = false) @Nullable String device,
            @Parameter(description = "The solution of a challenge, after status 428 or 429 `address-blocked`")
                    @RequestHeader(name = ChallengeSolutions.HEADER, required = false)
                    @Size(max = ChallengeSolutions.LONGEST) @Nullable String solution,
            HttpServletRequest request) {
        Origin origin = Origin.of(request);
        if (Accounts.isAddress(form.nickname()) && devices.verify(device).isEmpty()) {
            // Before the database read of the address. A known device belongs to an account, which only the read finds.
            signIn.rejectFromMemory(attempt(NameKeys.ofUnknown(form.nickname()), form, null, solution, origin));
        }
        SignInAttempt attempt = attempt(accounts.signInKeysOf(form.nickname()), form, device, solution, origin);
        signIn.rejectFromMemory(attempt);
        // Asynchronous: while the request waits for a core to hash on, it holds no server thread.
        return () -> signIn.signIn(attempt).response();
    }

    private SignInAttempt attempt(
            NameKeys name, LoginForm form, @Nullable String device, @Nullable String solution, Origin origin) {
        String offered = solution == null ? form.challenge() : solution;
        return new SignInAttempt(
                name,
                form.password(),
                origin,
                devices.verify(device),
                form.code(),
                guard.signIn(origin.address(), name.key(), device, offered));
    }

    record LoginForm(
            @NotEmpty @Size(max = 254) @Schema(example = "haru_fan", description = "The nickname, or the verified e-mail address")
            String nickname,

            @NotNull @EnteredPassword
            @Schema(example = "correct horse battery", minLength = 1, maxLength = PasswordText.LONGEST)
            String password,

            @Size(max = 2000) @Schema(description = "The solution of a challenge, unless the header `Challenge-Solution` carries it")
            @Nullable String challenge,

            @Size(max = 6) @Pattern(regexp = "[0-9]{6}", message = "{field.email-code}") @Schema(
                    example = "042137",
                    description =
                            "The code of the authenticator app; without effect if the account has no second factor")
            @Nullable String code) {

        @Override
        public String toString() {
            return "LoginForm[secret]";
        }
    }
}

package dev.haru.auth.signin;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.device.DeviceCookie;
import dev.haru.auth.event.Origin;
import dev.haru.auth.guard.LoginGuard;
import dev.haru.auth.password.EnteredPassword;
import dev.haru.auth.password.PasswordText;
import dev.haru.auth.session.TokenResponse;
import dev.haru.auth.signin.SignIn.OpenedSession;
import dev.haru.platform.challenge.ChallengeSolutions;
import dev.haru.platform.device.DeviceTokens;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Sessions")
@RestController
class SignInController {

    private final SignIn signIn;
    private final LoginGuard guard;
    private final DeviceTokens devices;

    SignInController(SignIn signIn, LoginGuard guard, DeviceTokens devices) {
        this.signIn = signIn;
        this.guard = guard;
        this.devices = devices;
    }

    @Operation(
            summary = "Sign in",
            description = "Opens a session and returns its tokens. The response sets the cookie `haru_device`, which "
                    + "identifies a known device. Failed sign-ins of other clients do not block a known device.")
    @ApiResponse(responseCode = "200", description = "Signed in")
    @ApiResponse(
            responseCode = "401",
            description = "`invalid-credentials`: the nickname is unknown or the password is wrong; the response does "
                    + "not say which")
    @ApiResponse(
            responseCode = "428",
            description = "`challenge-required`: there were too many wrong passwords. Solve a challenge and send the "
                    + "solution.")
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
        SignInAttempt attempt = attempt(form, device, solution, Origin.of(request));
        signIn.rejectFromMemory(attempt);
        // Asynchronous: while the request waits for a core to hash on, it holds no server thread.
        return () -> response(signIn.signIn(attempt));
    }

    private SignInAttempt attempt(LoginForm form, @Nullable String device, @Nullable String solution, Origin origin) {
        String key = Accounts.keyOf(form.nickname());
        String offered = solution == null ? form.challenge() : solution;
        return new SignInAttempt(
                key,
                form.password(),
                origin,
                devices.verify(device),
                guard.signIn(origin.address(), key, device, offered));
    }

    private static ResponseEntity<TokenResponse> response(OpenedSession opened) {
        ResponseEntity.BodyBuilder response = ResponseEntity.ok();
        opened.device().ifPresent(cookie -> response.header(HttpHeaders.SET_COOKIE, cookie.header()));
        return response.body(opened.tokens());
    }

    record LoginForm(
            @NotBlank @Size(max = 200) @Schema(example = "seed_0")
            String nickname,

            @NotNull @EnteredPassword
            @Schema(example = "password12345678", minLength = 1, maxLength = PasswordText.LONGEST)
            String password,

            @Size(max = 2000) @Schema(description = "The solution of a challenge, unless the header `Challenge-Solution` carries it")
            @Nullable String challenge) {

        @Override
        public String toString() {
            return "LoginForm[nickname=" + nickname + "]";
        }
    }
}

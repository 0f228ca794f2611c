package dev.haru.auth.session;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.event.Origin;
import dev.haru.auth.guard.DeviceCookie;
import dev.haru.auth.guard.LoginGuard;
import dev.haru.auth.password.Passwords;
import dev.haru.auth.session.Sessions.SignIn;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Sessions")
@RestController
class SignInController {

    private final Sessions sessions;
    private final Passwords passwords;
    private final LoginGuard guard;
    private final SessionProperties properties;

    SignInController(Sessions sessions, Passwords passwords, LoginGuard guard, SessionProperties properties) {
        this.sessions = sessions;
        this.guard = guard;
        this.passwords = passwords;
        this.properties = properties;
    }

    @Operation(
            summary = "Sign in",
            description = "Opens a session and answers its tokens, and sets the cookie `haru_device`: whoever sends it "
                    + "with the next sign-in is let in also while somebody else guesses at the account.")
    @ApiResponse(responseCode = "200", description = "Signed in")
    @ApiResponse(
            responseCode = "401",
            description = "`invalid-credentials`: wrong password or unknown nickname, without telling which")
    @ApiResponse(
            responseCode = "428",
            description = "`challenge-required`: too many wrong passwords; solve a challenge and send it along")
    @ApiResponse(
            responseCode = "429",
            description = "`too-many-attempts`, `address-blocked`: try again after `Retry-After` seconds")
    @ApiResponse(
            responseCode = "503",
            description = "`hashing-saturated`, `service-unavailable`: try again after `Retry-After` seconds")
    @PostMapping("/v1/auth/user/login")
    Callable<ResponseEntity<TokenResponse>> login(
            @Valid @RequestBody LoginForm form,
            @Parameter(hidden = true) @CookieValue(name = DeviceCookie.NAME, required = false) @Nullable String device,
            HttpServletRequest request) {
        passwords.requireRoom();
        Origin origin = Origin.of(request);
        guard.recall(origin.address(), Accounts.keyOf(form.nickname()), device, form.challenge());
        // Asynchronous, so that those who wait for a core to hash on hold no thread of the server.
        return () -> {
            SignIn signIn = sessions.signIn(form.nickname(), form.password(), device, form.challenge(), origin);
            ResponseEntity.BodyBuilder answer = ResponseEntity.ok();
            signIn.device().ifPresent(cookie -> answer.header(HttpHeaders.SET_COOKIE, cookie.header()));
            return answer.body(response(signIn.tokens()));
        };
    }

    @Operation(
            summary = "Refresh",
            description = "Answers a new pair of tokens. The old refresh token is used up; "
                    + "if it comes again later than a short grace time, its session ends.")
    @ApiResponse(responseCode = "200", description = "A rotated pair")
    @ApiResponse(responseCode = "401", description = "`invalid-refresh-token`: unknown, used, expired or revoked")
    @PostMapping("/v1/auth/user/refresh")
    TokenResponse refresh(@Valid @RequestBody RefreshForm form, HttpServletRequest request) {
        return response(sessions.refresh(form.refreshToken(), Origin.of(request)));
    }

    @Operation(summary = "Sign out", description = "Ends the session: all its tokens are dead.")
    @ApiResponse(responseCode = "204", description = "Signed out")
    @PostMapping("/v1/auth/user/logout")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void logout(@AuthenticationPrincipal SignedIn caller, HttpServletRequest request) {
        sessions.signOut(caller, Origin.of(request));
    }

    private TokenResponse response(TokenPair pair) {
        return new TokenResponse(
                pair.access().value(),
                "Bearer",
                properties.accessToken().toSeconds(),
                pair.refresh().value(),
                properties.refreshToken().toSeconds());
    }

    record LoginForm(
            @NotBlank @Size(max = 200) @Schema(example = "seed_0")
            String nickname,

            @NotBlank @Size(max = 200) @Schema(example = "password12345678")
            String password,

            @Size(max = 2000) @Schema(description = "The solution of a challenge, after a 428") @Nullable String challenge) {

        @Override
        public String toString() {
            return "LoginForm[nickname=" + nickname + "]";
        }
    }

    record RefreshForm(@NotBlank @Size(max = 200) String refreshToken) {

        @Override
        public String toString() {
            return "RefreshForm[secret]";
        }
    }

    /**
     * The tokens of a session.
     *
     * @param expiresIn life of the access token in seconds
     * @param refreshExpiresIn life of the refresh token in seconds
     */
    record TokenResponse(String token, String tokenType, long expiresIn, String refreshToken, long refreshExpiresIn) {

        @Override
        public String toString() {
            return "TokenResponse[secret]";
        }
    }
}

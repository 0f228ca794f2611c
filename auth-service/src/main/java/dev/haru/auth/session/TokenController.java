package dev.haru.auth.session;

import dev.haru.auth.event.Origin;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Sessions")
@RestController
class TokenController {

    private final Sessions sessions;
    private final RefreshTokenRotation rotation;

    TokenController(Sessions sessions, RefreshTokenRotation rotation) {
        this.sessions = sessions;
        this.rotation = rotation;
    }

    @Operation(
            operationId = "refreshTokens",
            summary = "Refresh",
            description = "Returns a new access token and a new refresh token. The old refresh token becomes invalid. "
                    + "Use of the old refresh token after a short grace period ends its session.")
    @ApiResponse(responseCode = "200", description = "The new tokens")
    @ApiResponse(
            responseCode = "401",
            description = "`invalid-refresh-token`: the refresh token is unknown, used, expired or revoked")
    @PostMapping("/v1/auth/user/refresh")
    TokenResponse refresh(@Valid @RequestBody RefreshForm form, HttpServletRequest request) {
        return TokenResponse.of(rotation.refresh(form.refreshToken(), Origin.of(request)));
    }

    @Operation(
            operationId = "signOut",
            summary = "Sign out",
            description = "Ends the session and revokes all its tokens.")
    @ApiResponse(responseCode = "204", description = "Signed out")
    @SessionOnly
    @PostMapping("/v1/auth/user/logout")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void logout(@AuthenticationPrincipal SignedIn caller, HttpServletRequest request) {
        sessions.signOut(caller, Origin.of(request));
    }

    record RefreshForm(@NotBlank @Size(max = 200) String refreshToken) {

        @Override
        public String toString() {
            return "RefreshForm[secret]";
        }
    }
}

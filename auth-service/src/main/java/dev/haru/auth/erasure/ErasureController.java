package dev.haru.auth.erasure;

import dev.haru.auth.event.Origin;
import dev.haru.auth.password.EnteredPassword;
import dev.haru.auth.password.PasswordText;
import dev.haru.auth.principal.Caller;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Accounts")
@RestController
class ErasureController {

    private final Erasure erasure;

    ErasureController(Erasure erasure) {
        this.erasure = erasure;
    }

    @Operation(
            operationId = "eraseAccount",
            summary = "Erase the account",
            description = "Ends all sessions at once. The services then erase profile, templates, schedules and "
                    + "account. They repeat each step until it succeeds. "
                    + "The nickname is available again 30 days later.")
    @ApiResponse(responseCode = "202", description = "Being erased")
    @ApiResponse(
            responseCode = "403",
            description = "`confirmation-required`: the account has a second factor, or no password; confirm with "
                    + "`POST /v1/auth/confirmation`, then repeat the call")
    @ApiResponse(
            responseCode = "409",
            description = "`last-admin`: the account has the role `admin`, and no other administrator could act")
    @ApiResponse(responseCode = "422", description = "`wrong-current-password`: the password is wrong")
    @ApiResponse(responseCode = "429", description = "`too-many-attempts`: try again after `Retry-After` seconds")
    @ApiResponse(
            responseCode = "503",
            description = "`hashing-saturated`, `service-unavailable`: try again after `Retry-After` seconds")
    @SessionOnly
    @DeleteMapping("/v1/auth/user")
    Callable<ResponseEntity<Void>> erase(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @Valid @RequestBody ErasureForm form,
            HttpServletRequest request) {
        Origin origin = Origin.of(request).in(Caller.sessionOf(caller));
        return () -> {
            erasure.erase(Caller.accountOf(caller), form.password(), origin);
            return ResponseEntity.accepted().build();
        };
    }

    /** An erasure. */
    record ErasureForm(
            @EnteredPassword
            @Schema(
                    minLength = 1,
                    maxLength = PasswordText.LONGEST,
                    description = "The current password. Only an account without a password omits it")
            @Nullable String password) {

        @Override
        public String toString() {
            return "ErasureForm[secret]";
        }
    }
}

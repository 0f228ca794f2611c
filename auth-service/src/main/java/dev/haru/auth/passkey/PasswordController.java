package dev.haru.auth.passkey;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.haru.auth.event.Origin;
import dev.haru.auth.password.AcceptablePassword;
import dev.haru.auth.principal.Caller;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.concurrent.Callable;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Passkeys")
@RestController
class PasswordController {

    private final PasswordRemoval removal;

    PasswordController(PasswordRemoval removal) {
        this.removal = removal;
    }

    @Operation(
            operationId = "removePassword",
            summary = "Remove the password",
            description = "Only passkeys then sign in to the account. A sign-in by password fails as with a wrong "
                    + "password. Ends all other sessions, and removes all other known devices. Requires a sign-in or a "
                    + "confirmation within the last five minutes.")
    @ApiResponse(responseCode = "204", description = "Removed, or the account has no password")
    @ApiResponse(responseCode = "403", description = "`confirmation-required`: the session has no recent confirmation")
    @ApiResponse(responseCode = "409", description = "`passkeys-required`: the account has fewer than two passkeys")
    @ApiResponse(
            responseCode = "503",
            description = "`hashing-saturated`, `service-unavailable`: try again after `Retry-After` seconds")
    @SessionOnly
    @DeleteMapping("/v1/auth/password")
    Callable<ResponseEntity<Void>> remove(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller, HttpServletRequest request) {
        Origin origin = Origin.of(request).in(Caller.sessionOf(caller));
        return () -> {
            removal.remove(Caller.accountOf(caller), origin);
            return ResponseEntity.noContent().build();
        };
    }

    @Operation(
            operationId = "addPassword",
            summary = "Add a password",
            description = "Gives a password to an account without one. Ends all other sessions, and removes all other "
                    + "known devices. Requires a sign-in or a confirmation within the last five minutes.")
    @ApiResponse(responseCode = "204", description = "Added")
    @ApiResponse(responseCode = "403", description = "`confirmation-required`: the session has no recent confirmation")
    @ApiResponse(
            responseCode = "409",
            description = "`password-exists`: the account has a password; `PUT /v1/auth/password` changes it")
    @ApiResponse(
            responseCode = "503",
            description = "`hashing-saturated`, `service-unavailable`: try again after `Retry-After` seconds")
    @SessionOnly
    @PostMapping("/v1/auth/password")
    Callable<ResponseEntity<Void>> add(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @Valid @RequestBody NewPasswordForm form,
            HttpServletRequest request) {
        Origin origin = Origin.of(request).in(Caller.sessionOf(caller));
        return () -> {
            removal.add(Caller.accountOf(caller), form.password(), origin);
            return ResponseEntity.noContent().build();
        };
    }

    record NewPasswordForm(
            @NotNull @AcceptablePassword @JsonProperty("new") @Schema(minLength = 8, maxLength = 128)
            String password) {

        @Override
        public String toString() {
            return "NewPasswordForm[secret]";
        }
    }
}

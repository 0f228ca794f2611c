package dev.haru.auth.session;

import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.password.EnteredPassword;
import dev.haru.auth.password.PasswordText;
import dev.haru.auth.proof.FreshProofs;
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
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Sessions")
@RestController
class ConfirmationController {

    private final Confirmation confirmation;
    private final FreshProofs proofs;
    private final SecurityEvents events;

    ConfirmationController(Confirmation confirmation, FreshProofs proofs, SecurityEvents events) {
        this.confirmation = confirmation;
        this.proofs = proofs;
        this.events = events;
    }

    @Operation(
            summary = "Confirm the password",
            description = "Checks the password again. The session may then change the nickname and the e-mail address "
                    + "for five minutes, as after a sign-in. Later, these changes return 403 `confirmation-required`.")
    @ApiResponse(responseCode = "204", description = "Confirmed")
    @ApiResponse(
            responseCode = "401",
            description = "`invalid-credentials`: the password is wrong; `unauthorized`: the access token is not valid")
    @ApiResponse(responseCode = "429", description = "`too-many-attempts`: try again after `Retry-After` seconds")
    @ApiResponse(
            responseCode = "503",
            description = "`hashing-saturated`, `service-unavailable`: try again after `Retry-After` seconds")
    @PostMapping("/v1/auth/confirmation")
    Callable<ResponseEntity<Void>> confirm(
            @AuthenticationPrincipal SignedIn caller,
            @Valid @RequestBody ConfirmationForm form,
            HttpServletRequest request) {
        Origin origin = Origin.of(request).in(caller.sessionId());
        return () -> {
            boolean confirmed = confirmation.require(
                    caller.accountId(),
                    form.password(),
                    origin,
                    verified -> proofs.renew(caller.accountId(), caller.sessionId(), verified.passwordHash()));
            if (!confirmed) {
                throw InvalidCredentials.password();
            }
            events.append(caller.accountId(), Kind.PASSWORD_CONFIRMED, origin);
            return ResponseEntity.noContent().build();
        };
    }

    record ConfirmationForm(
            @NotNull @EnteredPassword @Schema(minLength = 1, maxLength = PasswordText.LONGEST)
            String password) {

        @Override
        public String toString() {
            return "ConfirmationForm[secret]";
        }
    }
}

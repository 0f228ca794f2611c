package dev.haru.auth.signin;

import dev.haru.auth.account.Credentials;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.factor.SecondFactorCheck;
import dev.haru.auth.factor.SecondFactorConfirmation;
import dev.haru.auth.password.EnteredPassword;
import dev.haru.auth.password.PasswordText;
import dev.haru.auth.principal.Caller;
import dev.haru.auth.proof.FreshProofs;
import dev.haru.auth.session.Confirmation;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Longer than 120 lines because the endpoint describes its errors, and its form stands beside it. */
@Tag(name = "Sessions")
@RestController
class ConfirmationController {

    private final Confirmation confirmation;
    private final SecondFactorConfirmation secondFactors;
    private final CodeChecks checks;
    private final FreshProofs proofs;
    private final SecurityEvents events;

    ConfirmationController(
            Confirmation confirmation,
            SecondFactorConfirmation secondFactors,
            CodeChecks checks,
            FreshProofs proofs,
            SecurityEvents events) {
        this.confirmation = confirmation;
        this.secondFactors = secondFactors;
        this.checks = checks;
        this.proofs = proofs;
        this.events = events;
    }

    @Operation(
            operationId = "confirmPassword",
            summary = "Confirm the password",
            description =
                    "Checks the password again, and the second factor if the account has one. For five minutes, as "
                            + "after a sign-in, the session may then change the nickname, the e-mail address and the second "
                            + "factors. Later, these changes return 403 `confirmation-required`. With a second factor, so do a "
                            + "change of the password and an erasure.")
    @ApiResponse(responseCode = "204", description = "Confirmed")
    @ApiResponse(
            responseCode = "422",
            description = "`wrong-current-password`: the password is wrong; `second-factor-missing`: the password is "
                    + "right, and the account has a second factor, see `factors`; `invalid-code`: the code is wrong or "
                    + "used")
    @ApiResponse(responseCode = "429", description = "`too-many-attempts`: try again after `Retry-After` seconds")
    @ApiResponse(
            responseCode = "503",
            description = "`hashing-saturated`, `service-unavailable`: try again after `Retry-After` seconds")
    @SessionOnly
    @PostMapping("/v1/auth/confirmation")
    Callable<ResponseEntity<Void>> confirm(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @Valid @RequestBody ConfirmationForm form,
            HttpServletRequest request) {
        UUID account = Caller.accountOf(caller);
        UUID session = Caller.sessionOf(caller);
        Origin origin = Origin.of(request).in(session);
        Optional<SecondFactorCheck> check = checks.of(form.code(), form.recoveryCode(), origin);
        return () -> {
            boolean confirmed = confirmation.requirePassword(
                    account, form.password(), origin, verified -> renew(verified, session, check, origin));
            if (!confirmed) {
                throw Confirmation.accountClosed();
            }
            events.append(account, Kind.PASSWORD_CONFIRMED, origin);
            return ResponseEntity.noContent().build();
        };
    }

    private boolean renew(Credentials verified, UUID session, Optional<SecondFactorCheck> check, Origin origin) {
        BooleanSupplier renewal =
                () -> proofs.renew(verified.accountId(), session, verified.passwordHash(), verified.secondFactor());
        return verified.secondFactor()
                ? secondFactors.require(verified.accountId(), check, origin, renewal)
                : renewal.getAsBoolean();
    }

    record ConfirmationForm(
            @NotNull @EnteredPassword @Schema(minLength = 1, maxLength = PasswordText.LONGEST)
            String password,

            @Size(max = 6) @Pattern(regexp = "[0-9]{6}", message = "{field.email-code}") @Schema(
                    example = "042137",
                    description = "The code of the authenticator app, if the account has a second factor")
            @Nullable String code,

            @Size(max = 40) @Schema(description = "A recovery code, instead of `code`", example = "k5qw-3zsm-4x7p-vb2d")
            @Nullable String recoveryCode) {

        @Override
        public String toString() {
            return "ConfirmationForm[secret]";
        }
    }
}

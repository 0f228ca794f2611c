package dev.haru.auth.totp;

import dev.haru.auth.event.Origin;
import dev.haru.auth.principal.Caller;
import dev.haru.auth.totp.TotpFactor.PendingTotp;
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
import java.time.Instant;
import java.util.List;
import org.bouncycastle.util.encoders.Base32;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints of the authenticator app.
 *
 * <p>Longer than 120 lines because the request and response records stand beside their endpoints.
 */
@Tag(name = "Second factors")
@RestController
class TotpController {

    private final TotpFactor totp;
    private final TotpUri uris;

    TotpController(TotpFactor totp, TotpUri uris) {
        this.totp = totp;
        this.uris = uris;
    }

    @Operation(
            operationId = "beginTotp",
            summary = "Set up an authenticator app",
            description =
                    "Returns a new secret for an authenticator app (TOTP, RFC 6238: SHA-1, six digits, 30 s). Show "
                            + "`uri` as a QR code. The secret has an effect only after `POST /v1/auth/factors/totp/confirmation` "
                            + "with its first code, within ten minutes. A further call replaces the waiting secret.")
    @ApiResponse(responseCode = "200", description = "A secret that waits for its first code")
    @ApiResponse(
            responseCode = "403",
            description = "`confirmation-required`: confirm with `POST /v1/auth/confirmation`, then repeat the call")
    @SessionOnly
    @PostMapping("/v1/auth/factors/totp")
    ResponseEntity<TotpResponse> begin(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller) {
        PendingTotp pending = totp.begin(Caller.accountOf(caller), Caller.sessionOf(caller));
        return secret(new TotpResponse(
                Base32.toBase32String(pending.secret()),
                uris.of(Caller.accountOf(caller), pending.secret()),
                pending.expiresAt()));
    }

    @Operation(
            operationId = "confirmTotp",
            summary = "Confirm the authenticator app",
            description = "Turns the second factor on, or replaces the app of before. From then on, a sign-in needs a "
                    + "code. All other sessions and known devices end. The response has ten recovery codes if the account "
                    + "has none yet; no later response has them.")
    @ApiResponse(responseCode = "200", description = "Confirmed")
    @ApiResponse(
            responseCode = "403",
            description = "`confirmation-required`: confirm with `POST /v1/auth/confirmation`, then repeat the call")
    @ApiResponse(
            responseCode = "422",
            description = "`invalid-code`: the code is wrong, or no secret waits for its first code")
    @SessionOnly
    @PostMapping("/v1/auth/factors/totp/confirmation")
    ResponseEntity<TotpConfirmationResponse> confirm(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @Valid @RequestBody TotpConfirmationForm form,
            HttpServletRequest request) {
        return secret(new TotpConfirmationResponse(
                totp.confirm(Caller.accountOf(caller), Caller.sessionOf(caller), form.code(), Origin.of(request))));
    }

    @Operation(
            operationId = "removeTotp",
            summary = "Remove the authenticator app",
            description =
                    "All other sessions and known devices end. Without another second factor, the recovery codes end, "
                            + "and a sign-in needs only the password.")
    @ApiResponse(responseCode = "204", description = "Removed")
    @ApiResponse(
            responseCode = "403",
            description = "`confirmation-required`: confirm with `POST /v1/auth/confirmation`, then repeat the call")
    @ApiResponse(responseCode = "404", description = "`not-found`: the account has no authenticator app")
    @ApiResponse(
            responseCode = "409",
            description = "`last-admin`: the account has the role `admin`, and no other administrator could act")
    @SessionOnly
    @DeleteMapping("/v1/auth/factors/totp")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller, HttpServletRequest request) {
        totp.remove(Caller.accountOf(caller), Caller.sessionOf(caller), Origin.of(request));
    }

    private static <T> ResponseEntity<T> secret(T body) {
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(body);
    }

    record TotpConfirmationForm(
            @NotNull @Size(max = 6) @Pattern(regexp = "[0-9]{6}", message = "{field.email-code}") @Schema(example = "042137")
            String code) {

        @Override
        public String toString() {
            return "TotpConfirmationForm[secret]";
        }
    }

    /** A secret that waits for its first code. */
    record TotpResponse(
            @Schema(description = "The secret in Base32, to type into the app")
            String secret,

            @Schema(description = "The secret as otpauth URI, for a QR code")
            String uri,

            @Schema(description = "The time until which the first code confirms the secret")
            Instant expiresAt) {

        @Override
        public String toString() {
            return "TotpResponse[secret]";
        }
    }

    /** A confirmed app. */
    record TotpConfirmationResponse(
            @Schema(description = "Ten new recovery codes; empty if the account has codes already")
            List<String> recoveryCodes) {

        @Override
        public String toString() {
            return "TotpConfirmationResponse[secret]";
        }
    }
}

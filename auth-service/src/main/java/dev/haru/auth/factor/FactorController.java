package dev.haru.auth.factor;

import dev.haru.auth.event.Origin;
import dev.haru.auth.factor.FactorStore.Factor;
import dev.haru.auth.principal.Caller;
import dev.haru.platform.code.OpenEnum;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Lists the second factors of the account, and replaces its recovery codes.
 *
 * <p>Longer than 120 lines because it holds the forms of its responses.
 */
@Tag(name = "Second factors", description = "A second proof beside the password")
@RestController
class FactorController {

    private final FactorStore factors;
    private final RecoveryCodeStore recoveryCodes;
    private final FactorChanges changes;

    FactorController(FactorStore factors, RecoveryCodeStore recoveryCodes, FactorChanges changes) {
        this.factors = factors;
        this.recoveryCodes = recoveryCodes;
        this.changes = changes;
    }

    @Operation(
            operationId = "listFactors",
            summary = "List second factors",
            description =
                    "Lists the second factors of your account, the oldest first, and the number of unused recovery "
                            + "codes. No response has a secret.")
    @ApiResponse(responseCode = "200", description = "The second factors; none if a sign-in needs only the password")
    @SessionOnly
    @GetMapping("/v1/auth/factors")
    FactorList list(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller) {
        UUID account = Caller.accountOf(caller);
        return new FactorList(
                factors.list(account).stream().map(FactorResponse::of).toList(),
                recoveryCodes.state(account).map(RecoveryCodesResponse::of).orElse(null));
    }

    @Operation(
            operationId = "replaceRecoveryCodes",
            summary = "Replace the recovery codes",
            description = "Returns ten new recovery codes; all earlier ones end. A code replaces the authenticator app "
                    + "once. No later response has the codes. All other sessions and known devices end.")
    @ApiResponse(responseCode = "200", description = "The new codes")
    @ApiResponse(
            responseCode = "403",
            description = "`confirmation-required`: confirm with `POST /v1/auth/confirmation`, then repeat the call")
    @ApiResponse(responseCode = "409", description = "`no-second-factor`: the account has no second factor")
    @SessionOnly
    @PostMapping("/v1/auth/factors/recovery-codes")
    ResponseEntity<NewRecoveryCodes> replaceRecoveryCodes(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller, HttpServletRequest request) {
        UUID session = Caller.sessionOf(caller);
        List<String> codes = changes.replaceRecoveryCodes(Caller.accountOf(caller), session, Origin.of(request));
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(new NewRecoveryCodes(codes));
    }

    /** The second factors of an account. */
    record FactorList(
            List<FactorResponse> items,

            @Schema(description = "The state of the recovery codes; null without any") @Nullable RecoveryCodesResponse recoveryCodes) {}

    /** A second factor. */
    record FactorResponse(
            UUID factorId,

            @OpenEnum(value = FactorKind.class, except = "recovery-code") @Schema(example = "totp")
            String kind,

            @Schema(description = "The name of a passkey; null for an authenticator app") @Nullable String name,

            Instant createdAt,

            @Schema(description = "The last sign-in or confirmation with the factor; null for none") @Nullable Instant lastUsedAt) {

        static FactorResponse of(Factor factor) {
            return new FactorResponse(
                    factor.id(), factor.kind(), factor.name(), factor.createdAt(), factor.lastUsedAt());
        }
    }

    /** The state of the recovery codes. */
    record RecoveryCodesResponse(
            @Schema(description = "The number of unused codes")
            int remaining,

            Instant createdAt,

            @Schema(description = "The last use of a code; null for none") @Nullable Instant lastUsedAt) {

        static RecoveryCodesResponse of(RecoveryCodeStore.State state) {
            return new RecoveryCodesResponse(state.remaining(), state.createdAt(), state.lastUsedAt());
        }
    }

    record NewRecoveryCodes(List<String> recoveryCodes) {

        @Override
        public String toString() {
            return "NewRecoveryCodes[secret]";
        }
    }
}

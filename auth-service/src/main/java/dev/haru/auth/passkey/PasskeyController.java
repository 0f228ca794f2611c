package dev.haru.auth.passkey;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.event.Origin;
import dev.haru.auth.factor.FactorChanges.Added;
import dev.haru.auth.principal.Caller;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints of a member's passkeys.
 *
 * <p>Longer than 120 lines because the request and response records stand beside their endpoints.
 */
@Tag(name = "Passkeys", description = "Sign-in without a password (WebAuthn)")
@RestController
class PasskeyController {

    private static final String ONE_LINE = "^[^\\x00-\\x1F\\x7F-\\x9F]*$";

    private final Passkeys passkeys;
    private final Accounts accounts;

    PasskeyController(Passkeys passkeys, Accounts accounts) {
        this.passkeys = passkeys;
        this.accounts = accounts;
    }

    @Operation(
            operationId = "requestPasskeyRegistration",
            summary = "Request options for a new passkey",
            description = "Returns options for `navigator.credentials.create`. Their challenge is valid once, for five "
                    + "minutes, in this session. Requires a sign-in or a confirmation within the last five minutes.")
    @ApiResponse(responseCode = "200", description = "The options")
    @ApiResponse(responseCode = "403", description = "`confirmation-required`: the session has no recent confirmation")
    @ApiResponse(responseCode = "409", description = "`passkey-limit-reached`: an account has at most ten passkeys")
    @ApiResponse(responseCode = "503", description = PasskeyProblem.NOT_CONFIGURED)
    @SessionOnly
    @PostMapping("/v1/auth/factors/passkeys/options")
    PasskeyCreationOptions options(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller) {
        return passkeys.options(Caller.accountOf(caller), Caller.sessionOf(caller));
    }

    @Operation(
            operationId = "addPasskey",
            summary = "Add a passkey",
            description = "Registers the result of `navigator.credentials.create`. A sign-in by password then needs a "
                    + "second factor, too. Ends all other sessions, and removes all other known devices. The first "
                    + "second factor of an account brings ten recovery codes, which no later response repeats. Requires a "
                    + "sign-in or a confirmation within the last five minutes.")
    @ApiResponse(responseCode = "201", description = "Added")
    @ApiResponse(responseCode = "403", description = "`confirmation-required`: the session has no recent confirmation")
    @ApiResponse(
            responseCode = "409",
            description =
                    "`passkey-limit-reached`: an account has at most ten passkeys; `passkey-already-registered`: an "
                            + "account has this credential")
    @ApiResponse(
            responseCode = "422",
            description =
                    "`invalid-passkey`: the credential is of another origin, algorithm or deployment, its user is "
                            + "not verified, or the challenge is used, expired or not of this session")
    @ApiResponse(responseCode = "503", description = PasskeyProblem.NOT_CONFIGURED)
    @SessionOnly
    @PostMapping("/v1/auth/factors/passkeys")
    ResponseEntity<AddedPasskey> add(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @Valid @RequestBody PasskeyForm form,
            HttpServletRequest request) {
        UUID session = Caller.sessionOf(caller);
        Added added = passkeys.register(
                Caller.accountOf(caller),
                session,
                form.name(),
                form.credential(),
                Origin.of(request).in(session));
        return ResponseEntity.status(HttpStatus.CREATED)
                .cacheControl(CacheControl.noStore())
                .body(AddedPasskey.of(added));
    }

    @Operation(
            operationId = "listPasskeys",
            summary = "List passkeys",
            description = "Lists the passkeys of your account, oldest first.")
    @ApiResponse(responseCode = "200", description = "The passkeys")
    @SessionOnly
    @GetMapping("/v1/auth/factors/passkeys")
    PasskeyList list(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller) {
        UUID account = Caller.accountOf(caller);
        return new PasskeyList(
                passkeys.list(account).stream().map(PasskeyResponse::of).toList(), accounts.hasPassword(account));
    }

    @Operation(
            operationId = "renamePasskey",
            summary = "Rename a passkey",
            description = "Requires a sign-in or a confirmation within the last five minutes.")
    @ApiResponse(responseCode = "204", description = "Renamed")
    @ApiResponse(responseCode = "403", description = "`confirmation-required`: the session has no recent confirmation")
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no passkey with this id")
    @SessionOnly
    @PutMapping("/v1/auth/factors/passkeys/{id}/name")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void rename(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @PathVariable UUID id,
            @Valid @RequestBody PasskeyNameForm form) {
        passkeys.rename(Caller.accountOf(caller), Caller.sessionOf(caller), id, form.name());
    }

    @Operation(
            operationId = "removePasskey",
            summary = "Remove a passkey",
            description = "Ends all other sessions, and removes all other known devices. Requires a sign-in or a "
                    + "confirmation within the last five minutes.")
    @ApiResponse(responseCode = "204", description = "Removed")
    @ApiResponse(responseCode = "403", description = "`confirmation-required`: the session has no recent confirmation")
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no passkey with this id")
    @ApiResponse(
            responseCode = "409",
            description = "`passkeys-required`: the account has no password, and needs two passkeys; `last-admin`: the "
                    + "account has the role `admin`, and no other administrator could act")
    @SessionOnly
    @DeleteMapping("/v1/auth/factors/passkeys/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @PathVariable UUID id,
            HttpServletRequest request) {
        UUID session = Caller.sessionOf(caller);
        passkeys.remove(
                Caller.accountOf(caller), session, id, Origin.of(request).in(session));
    }

    /**
     * A new passkey.
     *
     * @param name from its owner
     * @param credential the result of {@code navigator.credentials.create} as JSON
     */
    record PasskeyForm(
            @NotBlank @Size(max = 60) @Pattern(regexp = ONE_LINE, message = "{field.one-line}") @Schema(example = "Laptop")
            String name,

            @NotNull @Valid AttestationCredential credential) {}

    record PasskeyNameForm(
            @NotBlank @Size(max = 60) @Pattern(regexp = ONE_LINE, message = "{field.one-line}") @Schema(example = "Laptop")
            String name) {}

    /**
     * A registered passkey.
     *
     * @param recoveryCodes ten codes if it is the first second factor of the account, otherwise empty
     */
    record AddedPasskey(UUID passkeyId, List<String> recoveryCodes) {

        static AddedPasskey of(Added added) {
            return new AddedPasskey(added.id(), added.recoveryCodes());
        }

        @Override
        public String toString() {
            return "AddedPasskey[passkeyId=" + passkeyId + "]";
        }
    }

    /**
     * The passkeys of an account.
     *
     * @param hasPassword whether the account has a password, too
     */
    record PasskeyList(List<PasskeyResponse> items, boolean hasPassword) {}

    /**
     * A passkey.
     *
     * @param backedUp whether it is copied to other devices of its owner, as of its last use
     * @param lastUsedAt null for none
     */
    record PasskeyResponse(
            UUID passkeyId,
            String name,
            boolean backedUp,
            Instant createdAt,
            @Nullable Instant lastUsedAt) {

        static PasskeyResponse of(Passkey passkey) {
            return new PasskeyResponse(
                    passkey.id(), passkey.name(), passkey.backedUp(), passkey.createdAt(), passkey.lastUsedAt());
        }
    }
}

package dev.haru.auth.email;

import dev.haru.auth.email.EmailStore.Addresses;
import dev.haru.auth.event.Origin;
import dev.haru.auth.mail.MailOutbox;
import dev.haru.auth.principal.Caller;
import dev.haru.platform.database.ReplicaRouting;
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
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints that verify an e-mail address.
 *
 * <p>Longer than 120 lines because the request and response records stand beside their endpoints.
 */
@Tag(name = "E-mail", description = "Verified e-mail addresses")
@RestController
class EmailController {

    private final EmailVerification verification;
    private final EmailStore store;

    EmailController(EmailVerification verification, EmailStore store) {
        this.verification = verification;
        this.store = store;
    }

    @Operation(
            operationId = "readEmail",
            summary = "Read the e-mail address",
            description = "Returns the address of the account, and the verified address for sign-in. They differ "
                    + "between a change of the address and its verification.")
    @ApiResponse(responseCode = "200", description = "The addresses")
    @SessionOnly
    @GetMapping("/v1/auth/email")
    EmailResponse read(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller) {
        return EmailResponse.of(ReplicaRouting.fromPrimary(
                () -> store.find(Caller.accountOf(caller)).orElseThrow(EmailProblem::none)));
    }

    @Operation(
            operationId = "requestEmailVerification",
            summary = "Send a verification mail",
            description = "Sends a link and a six-digit code to the address of the account. Both are valid once, for "
                    + "30 minutes. An earlier link and code become invalid. A registration and a change of the "
                    + "address send such a mail, too.")
    @ApiResponse(responseCode = "202", description = "The mail is being sent")
    @ApiResponse(
            responseCode = "409",
            description = "`no-email`: the account has no address; `email-already-verified`; `unsupported-email`: "
                    + "the address has characters that many mail servers refuse")
    @ApiResponse(responseCode = "429", description = "`too-many-mails`: try again after `Retry-After` seconds")
    @ApiResponse(responseCode = "503", description = MailOutbox.NOT_CONFIGURED)
    @SessionOnly
    @PostMapping("/v1/auth/email/verification")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void request(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller, Locale locale) {
        verification.request(Caller.accountOf(caller), locale.getLanguage());
    }

    @Operation(
            operationId = "verifyEmailByCode",
            summary = "Verify the e-mail address by its code",
            description = "The first account that verifies an address has it. Five codes may be tried for each mail. "
                    + "The former verified address receives a mail, from which the change can be undone for seven "
                    + "days.")
    @ApiResponse(responseCode = "204", description = "Verified")
    @ApiResponse(
            responseCode = "409",
            description = "`email-taken`: another account has verified the address; `email-change-limit`: ten changes "
                    + "in seven days can be undone already")
    @ApiResponse(
            responseCode = "422",
            description = "`invalid-code`: the code is wrong, used or expired, or five codes were tried")
    @ApiResponse(
            responseCode = "429",
            description = "`too-many-mails`: the mail to the former address cannot be written, so nothing has changed. "
                    + "Try again after `Retry-After` seconds.")
    @SessionOnly
    @PostMapping("/v1/auth/email/verification/code")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void confirmCode(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @Valid @RequestBody EmailCodeForm form,
            HttpServletRequest request,
            Locale locale) {
        Origin origin = Origin.of(request).in(Caller.sessionOf(caller));
        verification.confirmCode(Caller.accountOf(caller), form.code(), origin, locale.getLanguage());
    }

    @Operation(
            operationId = "verifyEmailByLink",
            summary = "Verify the e-mail address by its link",
            description = "The page of the link in the mail makes this call. It needs no access token.")
    @ApiResponse(responseCode = "204", description = "Verified")
    @ApiResponse(
            responseCode = "409",
            description = "`email-taken`: another account has verified the address; `email-change-limit`: ten changes "
                    + "in seven days can be undone already")
    @ApiResponse(responseCode = "422", description = "`invalid-link`: the link is unknown, used or expired")
    @ApiResponse(
            responseCode = "429",
            description = "`too-many-mails`: the mail to the former address cannot be written, so nothing has changed. "
                    + "Try again after `Retry-After` seconds.")
    @PostMapping("/v1/auth/email/verification/link")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void confirmLink(@Valid @RequestBody EmailLinkForm form, HttpServletRequest request, Locale locale) {
        verification.confirmLink(form.token(), Origin.of(request), locale.getLanguage());
    }

    record EmailCodeForm(
            @NotNull @Size(max = 6) @Pattern(regexp = "[0-9]{6}", message = "{field.email-code}") @Schema(example = "042137")
            String code) {

        @Override
        public String toString() {
            return "EmailCodeForm[secret]";
        }
    }

    /**
     * The token of a link.
     *
     * @param token the text after {@code #} in the link
     */
    record EmailLinkForm(@NotNull @Size(max = 200) String token) {

        @Override
        public String toString() {
            return "EmailLinkForm[secret]";
        }
    }

    /** The addresses of an account. */
    record EmailResponse(
            @Schema(description = "The address that the account names; null for none") @Nullable String email,

            @Schema(description = "Whether the account has verified that address")
            boolean verified,

            @Schema(description = "The verified address, which is valid for sign-in; null for none") @Nullable String verifiedEmail) {

        static EmailResponse of(Addresses addresses) {
            return new EmailResponse(addresses.email(), addresses.isVerified(), addresses.verifiedEmail());
        }
    }
}

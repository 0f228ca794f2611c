package dev.haru.auth.recovery;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.haru.auth.account.RegistrationBudget;
import dev.haru.auth.event.Origin;
import dev.haru.auth.mail.MailAddress;
import dev.haru.auth.mail.MailDomain;
import dev.haru.auth.mail.MailOutbox;
import dev.haru.auth.password.AcceptablePassword;
import dev.haru.auth.password.Passwords;
import dev.haru.platform.challenge.ChallengeSolutions;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints of a recovery.
 *
 * <p>Longer than 120 lines because the request records stand beside their endpoints.
 */
@Tag(name = "Recovery", description = "A forgotten password")
@RestController
class RecoveryController {

    private final Recovery recovery;
    private final RegistrationBudget budget;
    private final Passwords passwords;

    RecoveryController(Recovery recovery, RegistrationBudget budget, Passwords passwords) {
        this.recovery = recovery;
        this.budget = budget;
        this.passwords = passwords;
    }

    @Operation(
            operationId = "requestRecovery",
            summary = "Request a recovery",
            description = "Sends a link to the address if an account has verified it. The response and its time are "
                    + "the same if there is no such account. The link is valid once, for 30 minutes. Registrations "
                    + "and recoveries of a client address share a budget.")
    @ApiResponse(responseCode = "202", description = "If an account has verified the address, the mail is being sent")
    @ApiResponse(
            responseCode = "428",
            description = "`challenge-required`: this client address sent many registrations or recoveries. Solve a "
                    + "challenge and send the solution.")
    @ApiResponse(responseCode = "503", description = MailOutbox.NOT_CONFIGURED)
    @PostMapping("/v1/auth/recovery")
    @ResponseStatus(HttpStatus.ACCEPTED)
    void request(
            @Valid @RequestBody RecoveryForm form,
            @Parameter(description = "The solution of a challenge, after status 428")
                    @RequestHeader(name = ChallengeSolutions.HEADER, required = false)
                    @Size(max = ChallengeSolutions.LONGEST) @Nullable String solution,
            HttpServletRequest request,
            Locale locale) {
        MailAddress address = MailAddress.of(form.email())
                .orElseThrow(() -> InvalidRequest.field("email", Message.of("field.mail-address")));
        recovery.requireMail();
        String client = Origin.of(request).address();
        budget.rejectIfRecentlyChallenged(client, solution);
        budget.take(client, solution);
        recovery.request(address, locale.getLanguage());
    }

    @Operation(
            operationId = "resetPassword",
            summary = "Set a new password after a recovery",
            description = "The page of the link in the mail makes this call. It needs no access token. All sessions "
                    + "and known devices of the account and its calendar feed end, and its failed sign-ins no longer count. The call opens "
                    + "no session: sign in afterwards.")
    @ApiResponse(responseCode = "204", description = "The account has the new password")
    @ApiResponse(responseCode = "422", description = "`invalid-link`: the link is unknown, used or expired")
    @ApiResponse(
            responseCode = "429",
            description = "`too-many-mails`: the mail that announces the reset cannot be written, so nothing has "
                    + "changed. Try again after `Retry-After` seconds.")
    @ApiResponse(
            responseCode = "503",
            description = "`hashing-saturated`, `service-unavailable`: try again after `Retry-After` seconds")
    @PostMapping("/v1/auth/recovery/password")
    Callable<ResponseEntity<Void>> reset(@Valid @RequestBody RecoveryPasswordForm form, HttpServletRequest request) {
        Origin origin = Origin.of(request);
        passwords.requireRoom(origin.client());
        // Asynchronous: while the request waits for a core to hash on, it holds no server thread.
        return () -> {
            recovery.reset(form.token(), form.replacement(), origin);
            return ResponseEntity.noContent().build();
        };
    }

    record RecoveryForm(
            @NotNull @MailDomain @Size(max = 254) @Schema(example = "fan@example.org")
            String email) {

        @Override
        public String toString() {
            return "RecoveryForm[secret]";
        }
    }

    /**
     * The token of a link, and the new password.
     *
     * @param token the text after {@code #} in the link
     */
    record RecoveryPasswordForm(
            @NotNull @Size(max = 200) String token,

            @NotNull @AcceptablePassword @JsonProperty("new") @Schema(minLength = 8, maxLength = 128)
            String replacement) {

        @Override
        public String toString() {
            return "RecoveryPasswordForm[secret]";
        }
    }
}

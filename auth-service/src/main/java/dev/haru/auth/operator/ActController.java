package dev.haru.auth.operator;

import dev.haru.auth.mail.MailOutbox;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The acts of operators on accounts. Each needs a reason, and a fresh proof of the operator.
 *
 * <p>Longer than 120 lines because the request records stand beside their endpoints.
 */
@Tag(name = "Operators")
@RestController
@RequestMapping("/v1/admin/accounts/{id}")
class ActController {

    /** The proof that each act needs, for the descriptions. */
    static final String PROOF = " Needs a sign-in or `POST /v1/auth/confirmation` within the last five minutes. An "
            + "act on an account with a role needs the role `admin`.";

    /** The 403 problems of each act, for the descriptions. */
    static final String FORBIDDEN = AdminAccountController.FORBIDDEN
            + "; `confirmation-required`: confirm with `POST /v1/auth/confirmation`, then repeat the call";

    private final AccountActs acts;

    ActController(AccountActs acts) {
        this.acts = acts;
    }

    @Operation(
            operationId = "actOnAccount",
            summary = "Act on an account",
            description =
                    "`disable` ends all sessions and personal access tokens, and refuses sign-ins until `enable`. "
                            + "`end-sessions` ends all sessions, personal access tokens and the calendar feed. `remove-factors` also removes all second "
                            + "factors and recovery codes: check the identity of the member first. `start-recovery` sends a link "
                            + "for a new password to the verified e-mail address. Each act is recorded." + PROOF)
    @ApiResponse(responseCode = "201", description = "Done, and recorded")
    @ApiResponse(responseCode = "403", description = FORBIDDEN)
    @ApiResponse(responseCode = "404", description = "`not-found`: no account has this id")
    @ApiResponse(
            responseCode = "409",
            description = "`last-admin`: no other administrator could act; `no-verified-email`: a recovery needs a "
                    + "verified e-mail address")
    @ApiResponse(
            responseCode = "429",
            description =
                    "`too-many-mails`: a recovery was sent a short time ago; try again after `Retry-After` seconds")
    @ApiResponse(responseCode = "503", description = MailOutbox.NOT_CONFIGURED)
    @SessionOnly
    @PostMapping("/acts")
    @ResponseStatus(HttpStatus.CREATED)
    ActResponse act(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @PathVariable UUID id,
            @Valid @RequestBody ActForm form) {
        ActKind kind = ActKind.withoutValue(form.act())
                .orElseThrow(
                        () -> InvalidRequest.field("act", Message.of("field.one-of", ActKind.CODES_WITHOUT_VALUE)));
        return ActResponse.of(acts.perform(Operator.of(caller), id, new RequestedAct(kind, null, form.reason())));
    }

    @Operation(
            operationId = "changeRole",
            summary = "Change the role of an account",
            description =
                    "Grants `support` or `admin`, or revokes the role with `none`. Needs the role `admin`. A role "
                            + "works only in sessions that have proved a second factor, and ends with the last second factor."
                            + PROOF)
    @ApiResponse(responseCode = "200", description = "Changed, and recorded")
    @ApiResponse(responseCode = "403", description = FORBIDDEN)
    @ApiResponse(responseCode = "404", description = "`not-found`: no account has this id")
    @ApiResponse(
            responseCode = "409",
            description = "`no-second-factor`: the account has no second factor; `last-admin`: no other administrator "
                    + "could act")
    @SessionOnly
    @PutMapping("/role")
    ActResponse changeRole(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @PathVariable UUID id,
            @Valid @RequestBody RoleForm form) {
        if (Role.ofCode(form.role()).isEmpty() && !form.role().equals(Role.NONE)) {
            throw InvalidRequest.field("role", Message.of("field.one-of", Role.CODES));
        }
        RequestedAct act = new RequestedAct(ActKind.CHANGE_ROLE, form.role(), form.reason());
        return ActResponse.of(acts.perform(Operator.of(caller), id, act));
    }

    record ActForm(
            @Schema(allowableValues = {"disable", "enable", "end-sessions", "remove-factors", "start-recovery"})
            @NotNull @Size(max = 40) String act,

            @NotBlank @Size(min = 1, max = Reason.MAX_LENGTH) @Pattern(regexp = Reason.ONE_LINE, message = "{field.one-line}") @Schema(description = "Why, for the record", example = "Ticket 4711: stolen phone")
            String reason) {}

    record RoleForm(
            @Schema(allowableValues = {"none", "support", "admin"}) @NotNull @Size(max = 40) String role,

            @NotBlank @Size(min = 1, max = Reason.MAX_LENGTH) @Pattern(regexp = Reason.ONE_LINE, message = "{field.one-line}") @Schema(description = "Why, for the record", example = "Ticket 4712: joins the support team")
            String reason) {}
}

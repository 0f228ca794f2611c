package dev.haru.auth.recovery;

import dev.haru.auth.event.Origin;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.Locale;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "E-mail")
@RestController
class EmailRestorationController {

    private final EmailRestoration restoration;

    EmailRestorationController(EmailRestoration restoration) {
        this.restoration = restoration;
    }

    @Operation(
            operationId = "restoreEmail",
            summary = "Restore the former e-mail address",
            description = "The page of the link makes this call, which a mail carries to the former address after a "
                    + "change. The link is valid once, for seven days. The account gets the former address back, and "
                    + "all its sessions, known devices and its calendar feed end, and a mail with a link for a new password is sent. Links of "
                    + "later changes become invalid, and the replaced address receives a mail. The call needs no "
                    + "access token.")
    @ApiResponse(responseCode = "204", description = "Restored")
    @ApiResponse(responseCode = "409", description = "`email-taken`: another account has verified the address")
    @ApiResponse(responseCode = "422", description = "`invalid-link`: the link is unknown, used or expired")
    @PostMapping("/v1/auth/email/restoration")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void restore(@Valid @RequestBody EmailRestorationForm form, HttpServletRequest request, Locale locale) {
        restoration.restore(form.token(), Origin.of(request), locale.getLanguage());
    }

    /**
     * The token of a link.
     *
     * @param token the text after {@code #} in the link
     */
    record EmailRestorationForm(@NotNull @Size(max = 200) String token) {

        @Override
        public String toString() {
            return "EmailRestorationForm[secret]";
        }
    }
}

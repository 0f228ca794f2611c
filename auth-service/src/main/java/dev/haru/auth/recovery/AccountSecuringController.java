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

@Tag(name = "Recovery")
@RestController
class AccountSecuringController {

    private final AccountSecuring securing;

    AccountSecuringController(AccountSecuring securing) {
        this.securing = securing;
    }

    @Operation(
            operationId = "signOutEverywhere",
            summary = "Secure the account of a security notice",
            description = "The page of the link makes this call, which a mail about a security event carries for a "
                    + "reader who did not cause the event. The link is valid once, for seven days, and only while the "
                    + "account keeps its verified e-mail address. All sessions and known devices of the account and its "
                    + "calendar feed end, and a mail with a link for a new password is sent. The link of a notice about "
                    + "second factors or recovery codes also removes those that the notice announces as new, and those "
                    + "that were added later. The links of other notices become invalid, except those about factors and "
                    + "recovery codes. The call needs no access token.")
    @ApiResponse(responseCode = "204", description = "All sessions have ended, and the mail is being sent")
    @ApiResponse(responseCode = "422", description = "`invalid-link`: the link is unknown, used or expired")
    @PostMapping("/v1/auth/recovery/sign-out")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void signOutEverywhere(@Valid @RequestBody NoticeForm form, HttpServletRequest request, Locale locale) {
        securing.signOutEverywhere(form.token(), Origin.of(request), locale.getLanguage());
    }

    /**
     * The token of a link.
     *
     * @param token the text after {@code #} in the link
     */
    record NoticeForm(@NotNull @Size(max = 200) String token) {

        @Override
        public String toString() {
            return "NoticeForm[secret]";
        }
    }
}

package dev.haru.auth.notice;

import dev.haru.auth.principal.Caller;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints of the switch of notices. */
@Tag(name = "Notices", description = "Security notices by mail")
@RestController
class NoticeSettingsController {

    private final NoticeSettings settings;

    NoticeSettingsController(NoticeSettings settings) {
        this.settings = settings;
    }

    @Operation(
            operationId = "readNoticeSettings",
            summary = "Read the notice settings",
            description = "Returns which security notices the account gets by mail, of those that it can switch off. "
                    + "A new account gets all notices, once it has a verified e-mail address.")
    @ApiResponse(responseCode = "200", description = "The settings")
    @SessionOnly
    @GetMapping("/v1/auth/notices")
    NoticeSettingsResponse read(@AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller) {
        return new NoticeSettingsResponse(settings.newDevice(Caller.accountOf(caller)));
    }

    @Operation(
            operationId = "changeNoticeSettings",
            summary = "Change the notice settings",
            description = "Switches the notices of sign-ins from a new device off or on. No other notice can be "
                    + "switched off: another field is status 400. A recovery, the link of a notice and a restored "
                    + "e-mail address switch them on.")
    @ApiResponse(responseCode = "204", description = "Changed, or the settings were so already")
    @SessionOnly
    @PutMapping("/v1/auth/notices")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void change(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller, @Valid @RequestBody NoticeSettingsForm form) {
        settings.changeNewDevice(Caller.accountOf(caller), form.newDevice());
    }

    record NoticeSettingsForm(
            @NotNull @Schema(description = "Whether a sign-in from a new device sends a notice", example = "false")
            Boolean newDevice) {}

    record NoticeSettingsResponse(
            @Schema(description = "Whether a sign-in from a new device sends a notice", example = "true")
            boolean newDevice) {}
}

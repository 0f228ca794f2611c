package dev.haru.schedule.calendar;

import dev.haru.platform.language.Messages;
import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/** The endpoint of bulk requests. */
@Tag(name = "Schedules")
@RestController
class BulkController {

    private final BulkEditor editor;
    private final Messages messages;

    BulkController(BulkEditor editor, Messages messages) {
        this.editor = editor;
        this.messages = messages;
    }

    @Operation(
            operationId = "editSchedules",
            summary = "Apply several operations",
            description =
                    "Applies up to 100 operations in their order, in a body of at most 64 KB. Each operation has a "
                            + "result of its own with the status, the schedule or the problem of a single request; the names "
                            + "in `errors` are those of the operation or of its schedule. All applied operations become visible "
                            + "together. After results of a million characters, such as series with many changed occurrences, "
                            + "operations are refused with the status 413. With `atomic`, one refused operation leaves all others unapplied, with the status 424. "
                            + "Without a response, read the changes since your sync token before you repeat additions.")
    @ApiResponse(responseCode = "200", description = "The result of each operation, also if all were refused")
    @ApiResponse(
            responseCode = "503",
            description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
    @RequiredScope(Scope.SCHEDULES_WRITE)
    @PostMapping("/v1/schedules/bulk")
    BulkResponse apply(
            @AuthenticationPrincipal Member member,
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false) @Parameter(hidden = true) @Nullable String acceptLanguage,
            @Valid @RequestBody BulkForm form) {
        return BulkResponse.of(
                editor.apply(member, form.operations(), form.isAtomic()),
                member,
                messages.languageFor(acceptLanguage),
                messages);
    }
}

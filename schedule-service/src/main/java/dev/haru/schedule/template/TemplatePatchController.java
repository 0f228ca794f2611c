package dev.haru.schedule.template;

import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Templates")
@RestController
class TemplatePatchController {

    private final Catalogue catalogue;
    private final TemplateEditor editor;

    TemplatePatchController(Catalogue catalogue, TemplateEditor editor) {
        this.catalogue = catalogue;
        this.editor = editor;
    }

    @Operation(
            operationId = "changeTemplate",
            summary = "Change a template",
            description = "Applies a merge patch (RFC 7396) to the version that `If-Match` names: absent members keep "
                    + "their values, and null removes the image or the items. A released template stays released.")
    @ApiResponse(
            responseCode = "200",
            description = "The template was changed",
            headers = {
                @Header(name = HttpHeaders.ETAG, description = "The version"),
                @Header(name = HttpHeaders.CONTENT_LANGUAGE, description = "The language of the names")
            })
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no template with this id")
    @ApiResponse(
            responseCode = "412",
            description = "`precondition-failed`: the version in `If-Match` is not the current version")
    @ApiResponse(responseCode = "428", description = "`precondition-required`: `If-Match` is missing")
    @ApiResponse(
            responseCode = "503",
            description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
    @RequiredScope(Scope.TEMPLATES_WRITE)
    @PatchMapping(path = "/v1/templates/{id}", consumes = "application/merge-patch+json")
    ResponseEntity<TemplateResponse> change(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(description = "Required: the `ETag` of the last response")
                    @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false) @Parameter(hidden = true) @Nullable String language,
            @RequestBody TemplatePatch patch) {
        TemplateDetails changed =
                editor.patch(member.memberId(), id, IfMatchRequired.require(ifMatch), patch, language);
        TemplateResponse body = catalogue.response(changed, language);
        return ResponseEntity.ok()
                .varyBy(HttpHeaders.ACCEPT_LANGUAGE)
                .header(HttpHeaders.CONTENT_LANGUAGE, catalogue.languageFor(language))
                .eTag(TemplateTag.of(changed.version(), body))
                .body(body);
    }
}

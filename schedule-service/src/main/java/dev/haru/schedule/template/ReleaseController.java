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
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints that show a template to other members and hide it again. */
@Tag(name = "Templates")
@ApiResponse(
        responseCode = "503",
        description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
@RestController
@RequestMapping("/v1/templates/{id}")
class ReleaseController {

    private final Catalogue catalogue;
    private final Templates templates;

    ReleaseController(Catalogue catalogue, Templates templates) {
        this.catalogue = catalogue;
        this.templates = templates;
    }

    @Operation(
            operationId = "releaseTemplate",
            summary = "Release a template",
            description =
                    "Shows the template to all members. With `If-Match`, releases the template only in the version "
                            + "that the header names.")
    @ApiResponse(
            responseCode = "200",
            description = "The template is released",
            headers = {
                @Header(name = HttpHeaders.ETAG, description = "The version"),
                @Header(name = HttpHeaders.CONTENT_LANGUAGE, description = "The language of the names")
            })
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no template with this id")
    @ApiResponse(
            responseCode = "412",
            description = "`precondition-failed`: the version in `If-Match` is not the current version")
    @RequiredScope(Scope.TEMPLATES_WRITE)
    @PostMapping("/release")
    ResponseEntity<TemplateResponse> release(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(description = "The `ETag` of the last response")
                    @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false) @Parameter(hidden = true) @Nullable String language) {
        return respond(templates.release(member.memberId(), id, TemplateTag.versions(ifMatch)), language);
    }

    @Operation(
            operationId = "withdrawTemplate",
            summary = "Withdraw a template",
            description = "Hides the template from other members. Adopted schedules stay in the calendars of members. "
                    + "You may release the template again. With `If-Match`, withdraws the template only in the version "
                    + "that the header names.")
    @ApiResponse(
            responseCode = "200",
            description = "The template is withdrawn",
            headers = {
                @Header(name = HttpHeaders.ETAG, description = "The version"),
                @Header(name = HttpHeaders.CONTENT_LANGUAGE, description = "The language of the names")
            })
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no template with this id")
    @ApiResponse(responseCode = "409", description = "`template-not-released`: the template is a draft")
    @ApiResponse(
            responseCode = "412",
            description = "`precondition-failed`: the version in `If-Match` is not the current version")
    @RequiredScope(Scope.TEMPLATES_WRITE)
    @PostMapping("/withdraw")
    ResponseEntity<TemplateResponse> withdraw(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(description = "The `ETag` of the last response")
                    @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false) @Parameter(hidden = true) @Nullable String language) {
        return respond(templates.withdraw(member.memberId(), id, TemplateTag.versions(ifMatch)), language);
    }

    private ResponseEntity<TemplateResponse> respond(TemplateDetails template, @Nullable String language) {
        TemplateResponse body = catalogue.response(template, language);
        return ResponseEntity.ok()
                .varyBy(HttpHeaders.ACCEPT_LANGUAGE)
                .header(HttpHeaders.CONTENT_LANGUAGE, catalogue.languageFor(language))
                .eTag(TemplateTag.of(template.version(), body))
                .body(body);
    }
}

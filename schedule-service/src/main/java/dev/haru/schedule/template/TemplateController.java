package dev.haru.schedule.template;

import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints of templates.
 *
 * <p>Longer than 120 lines because the API description of each endpoint stands at its method.
 */
@Tag(name = "Templates", description = "Ready-made schedules that members publish, rate and adopt")
@ApiResponse(
        responseCode = "503",
        description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
@RestController
@RequestMapping("/v1/templates")
class TemplateController {

    private final Catalogue catalogue;
    private final Templates templates;
    private final TemplateEditor editor;

    TemplateController(Catalogue catalogue, Templates templates, TemplateEditor editor) {
        this.catalogue = catalogue;
        this.templates = templates;
        this.editor = editor;
    }

    @Operation(
            operationId = "listTemplates",
            summary = "List released templates",
            description = "Needs no token. With a token, each template includes your own rating. Released and "
                    + "withdrawn templates do not shift the next page. Ratings and adoptions count within a minute.")
    @ApiResponse(
            responseCode = "200",
            description = "A page of the list",
            headers = @Header(name = HttpHeaders.CONTENT_LANGUAGE, description = "The language of the names"))
    @ApiResponse(responseCode = "404", description = "`unknown-category`: `categories` lists the codes")
    @RequiredScope(Scope.TEMPLATES_READ)
    @GetMapping
    ResponseEntity<TemplatePage> list(
            @AuthenticationPrincipal @Nullable Member member,
            @RequestParam(required = false)
                    @Parameter(description = "The code of a category; default: all categories", example = "fitness")
                    @Nullable String category,
            @RequestParam(defaultValue = "best-rated")
                    @Parameter(
                            description = "The first template of the list",
                            schema =
                                    @Schema(
                                            defaultValue = "best-rated",
                                            allowableValues = {
                                                "best-rated",
                                                "most-adopted",
                                                "newest",
                                                "recently-updated"
                                            }))
                    String order,
            @RequestParam(required = false)
                    @Parameter(
                            description = "`nextCursor` of the previous page",
                            example = "QA4AAAAAAAABogJJe-Bz0rb5oXyF4NTxaakrWw")
                    @Nullable String cursor,
            @RequestParam(defaultValue = "20") @Min(1) @Max(100) int limit,
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false) @Parameter(hidden = true) @Nullable String language) {
        return ResponseEntity.ok()
                .varyBy(HttpHeaders.ACCEPT_LANGUAGE, HttpHeaders.AUTHORIZATION)
                .header(HttpHeaders.CONTENT_LANGUAGE, catalogue.languageFor(language))
                .body(catalogue.page(idOf(member), order, category, cursor, limit, language));
    }

    @Operation(
            operationId = "listOwnTemplates",
            summary = "List your own templates",
            description = "Lists drafts, too.")
    @ApiResponse(
            responseCode = "200",
            description = "All your templates, newest first",
            headers = @Header(name = HttpHeaders.CONTENT_LANGUAGE, description = "The language of the names"))
    @RequiredScope(Scope.TEMPLATES_READ)
    @GetMapping("/mine")
    ResponseEntity<OwnTemplates> mine(
            @AuthenticationPrincipal @Nullable Member member,
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false) @Parameter(hidden = true) @Nullable String language) {
        if (member == null) {
            // Security lets the request pass: the path matches /v1/templates/{id}, which needs no token.
            throw new AuthenticationCredentialsNotFoundException("the request has no access token");
        }
        return ResponseEntity.ok()
                .varyBy(HttpHeaders.ACCEPT_LANGUAGE, HttpHeaders.AUTHORIZATION)
                .header(HttpHeaders.CONTENT_LANGUAGE, catalogue.languageFor(language))
                .body(catalogue.own(member.memberId(), language));
    }

    @Operation(
            operationId = "readTemplate",
            summary = "Read a template",
            description = "Returns a released template without a token, and any template of your own with your token.")
    @ApiResponse(
            responseCode = "200",
            description = "The template",
            headers = {
                @Header(name = HttpHeaders.ETAG, description = "The version"),
                @Header(name = HttpHeaders.CONTENT_LANGUAGE, description = "The language of the names")
            })
    @ApiResponse(responseCode = "404", description = "`not-found`: the template does not exist, or is not released")
    @RequiredScope(Scope.TEMPLATES_READ)
    @GetMapping("/{id}")
    ResponseEntity<TemplateResponse> get(
            @AuthenticationPrincipal @Nullable Member member,
            @PathVariable UUID id,
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false) @Parameter(hidden = true) @Nullable String language) {
        return respond(
                ResponseEntity.ok().varyBy(HttpHeaders.ACCEPT_LANGUAGE, HttpHeaders.AUTHORIZATION),
                catalogue.details(idOf(member), id),
                language);
    }

    @Operation(
            operationId = "draftTemplate",
            summary = "Publish a template",
            description = "Creates a draft. Only you see the draft until you release it.")
    @ApiResponse(
            responseCode = "201",
            description = "The draft was created",
            headers = {
                @Header(name = HttpHeaders.LOCATION, description = "The path of the resource"),
                @Header(name = HttpHeaders.ETAG, description = "The version"),
                @Header(name = HttpHeaders.CONTENT_LANGUAGE, description = "The language of the names")
            })
    @ApiResponse(
            responseCode = "409",
            description = "`template-limit-reached`: delete a template before you publish another")
    @RequiredScope(Scope.TEMPLATES_WRITE)
    @PostMapping
    ResponseEntity<TemplateResponse> publish(
            @AuthenticationPrincipal Member member,
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false) @Parameter(hidden = true) @Nullable String language,
            @Valid @RequestBody TemplateForm form) {
        form.refuseReadOnlyFields();
        TemplateDetails draft = templates.publish(member.memberId(), catalogue.content(form));
        return respond(
                ResponseEntity.created(URI.create("/v1/templates/" + draft.id()))
                        .varyBy(HttpHeaders.ACCEPT_LANGUAGE),
                draft,
                language);
    }

    @Operation(
            operationId = "editTemplate",
            summary = "Edit a template",
            description = "Edits the template only in the version that `If-Match` names. A released template stays "
                    + "released. The body may be a template as you have read it: read-only members must have their "
                    + "current values. Ratings and adoptions may be outdated.")
    @ApiResponse(
            responseCode = "200",
            description = "The template was edited",
            headers = {
                @Header(name = HttpHeaders.ETAG, description = "The version"),
                @Header(name = HttpHeaders.CONTENT_LANGUAGE, description = "The language of the names")
            })
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no template with this id")
    @ApiResponse(
            responseCode = "412",
            description = "`precondition-failed`: the version in `If-Match` is not the current version")
    @ApiResponse(responseCode = "428", description = "`precondition-required`: `If-Match` is missing")
    @RequiredScope(Scope.TEMPLATES_WRITE)
    @PutMapping("/{id}")
    ResponseEntity<TemplateResponse> edit(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(description = "Required: the `ETag` of the last response")
                    @Nullable String ifMatch,
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false) @Parameter(hidden = true) @Nullable String language,
            @Valid @RequestBody TemplateForm form) {
        return respond(
                ResponseEntity.ok().varyBy(HttpHeaders.ACCEPT_LANGUAGE),
                editor.replace(member.memberId(), id, IfMatchRequired.require(ifMatch), form, language),
                language);
    }

    @Operation(
            operationId = "deleteTemplate",
            summary = "Delete a template",
            description = "Deletes a draft or a withdrawn template, with its ratings. Adopted schedules stay in the "
                    + "calendars of members. With `If-Match`, deletes the template only in the version that the header "
                    + "names. After status 504, some ratings may be deleted already; repeat the call.")
    @ApiResponse(responseCode = "204", description = "Deleted")
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no template with this id")
    @ApiResponse(responseCode = "409", description = "`template-released`: withdraw the template first")
    @ApiResponse(
            responseCode = "412",
            description = "`precondition-failed`: the version in `If-Match` is not the current version")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @RequiredScope(Scope.TEMPLATES_WRITE)
    @DeleteMapping("/{id}")
    void delete(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(description = "The `ETag` of the last response")
                    @Nullable String ifMatch) {
        templates.delete(member.memberId(), id, TemplateTag.versions(ifMatch));
    }

    private ResponseEntity<TemplateResponse> respond(
            ResponseEntity.BodyBuilder answer, TemplateDetails template, @Nullable String language) {
        TemplateResponse body = catalogue.response(template, language);
        return answer.header(HttpHeaders.CONTENT_LANGUAGE, catalogue.languageFor(language))
                .eTag(TemplateTag.of(template.version(), body))
                .body(body);
    }

    private static @Nullable UUID idOf(@Nullable Member member) {
        return member == null ? null : member.memberId();
    }
}

package dev.haru.auth.export;

import dev.haru.auth.event.Origin;
import dev.haru.auth.principal.Caller;
import dev.haru.platform.precondition.IfNoneMatch;
import dev.haru.platform.security.SessionOnly;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.UUID;
import org.springframework.http.CacheControl;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody;
import tools.jackson.databind.json.JsonMapper;

/**
 * The endpoints of exports.
 *
 * <p>Longer than 120 lines because the texts and the response record stand beside their endpoints.
 */
@Tag(name = "Accounts")
@RestController
class ExportController {

    private static final String PATH = "/v1/auth/export";
    private static final String RETRY_SECONDS = "2";

    private final Exports exports;
    private final Downloads downloads;
    private final JsonMapper json;

    ExportController(Exports exports, Downloads downloads, JsonMapper json) {
        this.exports = exports;
        this.downloads = downloads;
        this.json = json;
    }

    @Operation(
            operationId = "requestExport",
            summary = "Request an export of all data",
            description = "Gathers account, profile, schedules, deleted schedules, templates, ratings, adoptions, "
                    + "sessions, devices, second factors, personal access tokens and security events in one JSON archive, "
                    + "without secrets. `Location` is its address. While the archive is being gathered, a further request "
                    + "returns the same address. The verified e-mail address gets a notice.")
    @ApiResponse(
            responseCode = "202",
            description = "The archive is being gathered",
            headers =
                    @Header(
                            name = HttpHeaders.LOCATION,
                            description = "The address of the archive",
                            schema = @Schema(type = "string")))
    @ApiResponse(
            responseCode = "403",
            description = "`confirmation-required`: the sign-in or the last confirmation is over five minutes old")
    @ApiResponse(
            responseCode = "429",
            description = "`too-many-exports`: the account has requested three exports in 24 hours; try again after "
                    + "`Retry-After` seconds")
    @ApiResponse(
            responseCode = "503",
            description = "`exports-saturated`: there are too many exports of other accounts; "
                    + "`service-unavailable`: try again after `Retry-After` seconds")
    @SessionOnly
    @PostMapping(PATH)
    ResponseEntity<ExportResponse> request(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller, HttpServletRequest request) {
        UUID session = Caller.sessionOf(caller);
        Export export = exports.request(
                Caller.accountOf(caller), session, Origin.of(request).in(session));
        return ResponseEntity.accepted()
                .location(URI.create(PATH + "/" + export.id()))
                .cacheControl(CacheControl.noStore())
                .body(ExportResponse.of(export));
    }

    @Operation(
            operationId = "readExport",
            summary = "Read an export",
            description = "Returns the archive, any number of times until a day after its completion. Until then, "
                    + "returns the state with 202. A service that is unavailable delays the archive.")
    @ApiResponse(
            responseCode = "200",
            description = "The archive",
            headers =
                    @Header(
                            name = HttpHeaders.ETAG,
                            description = "The tag of the archive",
                            schema = @Schema(type = "string")),
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = Archive.class)))
    @ApiResponse(
            responseCode = "202",
            description = "The archive is being gathered; try again after `Retry-After` seconds",
            content =
                    @Content(
                            mediaType = MediaType.APPLICATION_JSON_VALUE,
                            schema = @Schema(implementation = ExportResponse.class)))
    @ApiResponse(
            responseCode = "304",
            description = "`If-None-Match` has the `ETag` of the archive",
            content = @Content)
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no export with this id, or it has expired")
    @ApiResponse(
            responseCode = "410",
            description = "`export-failed`: the archive could not be gathered; request another export")
    @ApiResponse(
            responseCode = "429",
            description = "`too-many-exports`: two downloads of the account are in progress; try again after "
                    + "`Retry-After` seconds")
    @ApiResponse(
            responseCode = "503",
            description = "`exports-saturated`, `service-unavailable`: try again after `Retry-After` seconds")
    @SessionOnly
    @GetMapping(PATH + "/{id}")
    ResponseEntity<StreamingResponseBody> read(
            @AuthenticationPrincipal OAuth2AuthenticatedPrincipal caller,
            @PathVariable UUID id,
            HttpServletRequest request) {
        Export export = exports.find(Caller.accountOf(caller), id).orElseThrow(() -> ExportProblem.withId(id));
        if (export.failedAt() != null) {
            throw ExportProblem.failed();
        }
        if (export.completedAt() == null) {
            return stateOf(export);
        }
        String tag = '"' + export.id().toString() + '"';
        if (IfNoneMatch.names(request.getHeader(HttpHeaders.IF_NONE_MATCH), tag)) {
            return ResponseEntity.status(HttpStatus.NOT_MODIFIED).eTag(tag).build();
        }
        return ResponseEntity.ok()
                .eTag(tag)
                .contentType(MediaType.APPLICATION_JSON)
                .contentLength(export.jsonBytes())
                .cacheControl(CacheControl.noStore())
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename("haru-" + export.id() + ".json")
                                .build()
                                .toString())
                .body(downloads.of(Caller.accountOf(caller), export, request));
    }

    private ResponseEntity<StreamingResponseBody> stateOf(Export export) {
        byte[] state = json.writeValueAsString(ExportResponse.of(export)).getBytes(StandardCharsets.UTF_8);
        return ResponseEntity.accepted()
                .contentType(MediaType.APPLICATION_JSON)
                .cacheControl(CacheControl.noStore())
                .header(HttpHeaders.RETRY_AFTER, RETRY_SECONDS)
                .body(out -> out.write(state));
    }

    /** An export whose archive is not complete. */
    record ExportResponse(
            UUID exportId,

            @Schema(
                    description = "A complete archive has no status",
                    allowableValues = "gathering",
                    example = "gathering")
            String status,

            Instant requestedAt) {

        static ExportResponse of(Export export) {
            return new ExportResponse(export.id(), "gathering", export.requestedAt());
        }
    }
}

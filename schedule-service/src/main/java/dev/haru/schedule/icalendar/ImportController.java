package dev.haru.schedule.icalendar;

import dev.haru.platform.language.Messages;
import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints of imports.
 *
 * <p>Longer than 120 lines because the API description and the example stand at their endpoint.
 */
@Tag(name = "Schedules")
@RestController
class ImportController {

    private static final String EXAMPLE = """
            BEGIN:VCALENDAR
            VERSION:2.0
            PRODID:-//Example//Calendar//EN
            BEGIN:VEVENT
            UID:20261123T0930-1@example.org
            DTSTAMP:20261122T080000Z
            DTSTART;TZID=Asia/Seoul:20261123T093000
            DTEND;TZID=Asia/Seoul:20261123T101500
            RRULE:FREQ=WEEKLY;COUNT=10
            SUMMARY:Guitar lesson
            END:VEVENT
            BEGIN:VTODO
            UID:20261123T0800-2@example.org
            DTSTAMP:20261122T080000Z
            SUMMARY:Buy strings
            END:VTODO
            END:VCALENDAR
            """;

    private final Imports imports;
    private final Messages messages;

    ImportController(Imports imports, Messages messages) {
        this.imports = imports;
        this.messages = messages;
    }

    @Operation(
            operationId = "importSchedules",
            summary = "Import an iCalendar file",
            description =
                    "Reads the events of a file (RFC 5545) of at most 5 MB and 5,000 components. The UID makes an "
                            + "import repeatable: an event that was imported before changes its schedule. `Location` is the "
                            + "address of the report.",
            requestBody =
                    @io.swagger.v3.oas.annotations.parameters.RequestBody(
                            required = true,
                            content =
                                    @Content(
                                            mediaType = CalendarFile.MEDIA_TYPE,
                                            schema = @Schema(type = "string", maxLength = CalendarBounds.BYTES),
                                            examples =
                                                    @ExampleObject(
                                                            name = "importSchedules",
                                                            summary = "An event and a to-do",
                                                            description =
                                                                    "The weekly lesson becomes a series. The to-do is refused.",
                                                            value = EXAMPLE))))
    @ApiResponse(
            responseCode = "202",
            description = "The file is being read",
            headers = @Header(name = HttpHeaders.LOCATION, description = "The address of the report"))
    @ApiResponse(responseCode = "409", description = "`import-pending`: your last import has not ended")
    @ApiResponse(responseCode = "413", description = "`content-too-large`: the file has more than 5 MB")
    @ApiResponse(
            responseCode = "503",
            description = "`imports-saturated`: too many imports run; `service-unavailable`, `profile-not-ready`: try "
                    + "again after `Retry-After` seconds")
    @RequiredScope(Scope.SCHEDULES_WRITE)
    @PostMapping(path = "/v1/schedules/import", consumes = CalendarFile.MEDIA_TYPE)
    ResponseEntity<ImportResponse> begin(
            @AuthenticationPrincipal Member member,
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false) @Parameter(hidden = true) @Nullable String acceptLanguage,
            @RequestParam(defaultValue = "false")
                    @Parameter(description = "Whether to report what the import would do, and to change nothing")
                    boolean dryRun,
            HttpServletRequest request)
            throws IOException {
        CalendarImport accepted = imports.accept(member, dryRun, request.getInputStream());
        return ResponseEntity.accepted()
                .location(URI.create("/v1/schedules/imports/" + accepted.id()))
                .body(ImportResponse.of(accepted, messages.languageFor(acceptLanguage), messages));
    }

    @Operation(
            operationId = "readImport",
            summary = "Read the report of an import",
            description = "Returns the state of an import of the last seven days, with the components that were "
                    + "refused or that the import changed, and why.")
    @ApiResponse(responseCode = "200", description = "The report")
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no import with this id, or it has expired")
    @ApiResponse(
            responseCode = "503",
            description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
    @RequiredScope(Scope.SCHEDULES_READ)
    @GetMapping("/v1/schedules/imports/{id}")
    ImportResponse read(
            @AuthenticationPrincipal Member member,
            @RequestHeader(name = HttpHeaders.ACCEPT_LANGUAGE, required = false) @Parameter(hidden = true) @Nullable String acceptLanguage,
            @PathVariable UUID id) {
        return ImportResponse.of(imports.get(member.memberId(), id), messages.languageFor(acceptLanguage), messages);
    }
}

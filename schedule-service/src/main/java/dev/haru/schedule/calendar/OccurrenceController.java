package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.OccurrenceRange.FOLLOWING;
import static dev.haru.schedule.calendar.OccurrenceRange.THIS;
import static dev.haru.schedule.calendar.OccurrenceRange.isFollowing;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.precondition.IfMatch;
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
import jakarta.validation.constraints.Size;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints of the occurrences of a series.
 *
 * <p>Longer than 120 lines because the API description of each endpoint stands at its method.
 */
@Tag(name = "Schedules")
@ApiResponse(
        responseCode = "503",
        description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
@RestController
@RequestMapping("/v1/schedules/{id}/occurrences/{originalStart}")
class OccurrenceController {

    static final String NOT_FOUND =
            "`not-found`: you have no schedule with this id, or the series has no occurrence with this original start";
    private static final String SERIES_VERSION = "The version of the series";
    static final String OTHER_VERSION = "`precondition-failed`: the version in `If-Match` is not the current version";
    private static final String EXAMPLE = "2026-11-30T09:30:00Z";

    private final OccurrenceEditor editor;
    private final ScheduleEditor bodies;
    private final ReplicaRouting routing;

    OccurrenceController(OccurrenceEditor editor, ScheduleEditor bodies, ReplicaRouting routing) {
        this.editor = editor;
        this.bodies = bodies;
        this.routing = routing;
    }

    @Operation(
            operationId = "readOccurrence",
            summary = "Read an occurrence",
            description =
                    "The `ETag` is the version of the series. With `If-None-Match`, returns the occurrence only if "
                            + "the series has changed.")
    @ApiResponse(
            responseCode = "200",
            description = "The occurrence",
            headers = @Header(name = HttpHeaders.ETAG, description = SERIES_VERSION))
    @ApiResponse(responseCode = "404", description = NOT_FOUND)
    @RequiredScope(Scope.SCHEDULES_READ)
    @GetMapping
    ResponseEntity<ScheduleResponse> get(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @PathVariable
                    @Size(max = TimeText.LONGEST) @Parameter(description = FieldTexts.ORIGINAL_START, example = EXAMPLE)
                    String originalStart) {
        return in(routing.of(member.memberId(), () -> editor.get(member, id, originalStart)));
    }

    @Operation(
            operationId = "replaceOccurrence",
            summary = "Replace an occurrence",
            description =
                    "Replaces one occurrence only in the version of the series that `If-Match` names; its body has no "
                            + "`recurrence`. With `range` `this-and-following`, ends the series before the occurrence and adds "
                            + "a new series from the occurrence on, both or none. Its recurrence is that of the body, by default "
                            + "the rest of the series. From the first occurrence on, replaces the whole series instead.")
    @ApiResponse(
            responseCode = "200",
            description = "The occurrence, or the whole series, was replaced",
            headers = @Header(name = HttpHeaders.ETAG, description = SERIES_VERSION))
    @OccurrenceWritten
    @RequiredScope(Scope.SCHEDULES_WRITE)
    @PutMapping
    ResponseEntity<ScheduleResponse> replace(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @PathVariable
                    @Size(max = TimeText.LONGEST) @Parameter(description = FieldTexts.ORIGINAL_START, example = EXAMPLE)
                    String originalStart,
            @RequestParam(defaultValue = THIS)
                    @Size(max = 20) @Parameter(
                            description = "Which occurrences to replace",
                            schema =
                                    @Schema(
                                            defaultValue = THIS,
                                            allowableValues = {THIS, FOLLOWING}))
                    String range,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(description = "Required: the `ETag` of the last response", example = "\"0\"")
                    @Nullable String ifMatch,
            @Valid @RequestBody ScheduleForm form) {
        return write(member, id, originalStart, range, ifMatch, ScheduleEditor.occurrence(form));
    }

    @Operation(
            operationId = "changeOccurrence",
            summary = "Change an occurrence",
            description =
                    "Applies a merge patch (RFC 7396) with the range and the results of the `PUT`: absent members keep "
                            + "their values, and null removes the member. A start in another form replaces the time.")
    @ApiResponse(
            responseCode = "200",
            description = "The occurrence, or the whole series, was changed",
            headers = @Header(name = HttpHeaders.ETAG, description = SERIES_VERSION))
    @OccurrenceWritten
    @RequiredScope(Scope.SCHEDULES_WRITE)
    @PatchMapping(consumes = "application/merge-patch+json")
    ResponseEntity<ScheduleResponse> change(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @PathVariable
                    @Size(max = TimeText.LONGEST) @Parameter(description = FieldTexts.ORIGINAL_START, example = EXAMPLE)
                    String originalStart,
            @RequestParam(defaultValue = THIS)
                    @Size(max = 20) @Parameter(
                            description = "Which occurrences to change",
                            schema =
                                    @Schema(
                                            defaultValue = THIS,
                                            allowableValues = {THIS, FOLLOWING}))
                    String range,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(description = "Required: the `ETag` of the last response", example = "\"0\"")
                    @Nullable String ifMatch,
            @RequestBody SchedulePatch patch) {
        return write(member, id, originalStart, range, ifMatch, bodies.occurrence(patch));
    }

    @Operation(
            operationId = "deleteOccurrence",
            summary = "Delete an occurrence",
            description =
                    "Deletes one occurrence, or with `range` `this-and-following` also those after it; with the last "
                            + "occurrence, the schedule. With `If-Match`, deletes it only in the version of the series that the "
                            + "header names. To bring the occurrence back, remove it from `recurrence.excludedDates`.")
    @ApiResponse(
            responseCode = "204",
            description = "Deleted",
            headers = @Header(name = HttpHeaders.ETAG, description = "The version of the rest of the series, if any"))
    @ApiResponse(responseCode = "404", description = NOT_FOUND)
    @ApiResponse(responseCode = "412", description = OTHER_VERSION)
    @RequiredScope(Scope.SCHEDULES_WRITE)
    @DeleteMapping
    ResponseEntity<Void> delete(
            @AuthenticationPrincipal Member member,
            @PathVariable UUID id,
            @PathVariable
                    @Size(max = TimeText.LONGEST) @Parameter(description = FieldTexts.ORIGINAL_START, example = EXAMPLE)
                    String originalStart,
            @RequestParam(defaultValue = THIS)
                    @Size(max = 20) @Parameter(
                            description = "Which occurrences to delete",
                            schema =
                                    @Schema(
                                            defaultValue = THIS,
                                            allowableValues = {THIS, FOLLOWING}))
                    String range,
            @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Parameter(description = "The `ETag` of the last response")
                    @Nullable String ifMatch) {
        IfMatch version = IfMatch.parseOptional(ifMatch);
        Optional<Schedule> rest = isFollowing(range)
                ? editor.removeFollowing(member, id, originalStart, version)
                : editor.remove(member, id, originalStart, version);
        ResponseEntity.HeadersBuilder<?> response = ResponseEntity.noContent();
        rest.ifPresent(series -> response.eTag(series.entityTag()));
        return response.build();
    }

    private ResponseEntity<ScheduleResponse> write(
            Member member,
            UUID id,
            String originalStart,
            String range,
            @Nullable String ifMatch,
            Function<Occurrence, ScheduleForm> content) {
        IfMatch version = IfMatchRequired.parse(ifMatch);
        if (!isFollowing(range)) {
            return in(editor.write(member, id, originalStart, version, content));
        }
        ScheduleWithOverlaps written = editor.writeFollowing(member, id, originalStart, version, content);
        UUID result = written.schedule().id();
        return ScheduleResponse.in(
                result.equals(id) ? ResponseEntity.ok() : ResponseEntity.created(URI.create("/v1/schedules/" + result)),
                written,
                member);
    }

    private static ResponseEntity<ScheduleResponse> in(Occurrence occurrence) {
        return ResponseEntity.ok().eTag(occurrence.schedule().entityTag()).body(ScheduleResponse.of(occurrence));
    }
}

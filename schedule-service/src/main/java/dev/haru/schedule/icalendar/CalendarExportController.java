package dev.haru.schedule.icalendar;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Hidden;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * The list of schedules as an iCalendar file. The operation {@code listSchedules} describes both media types, because
 * an OpenAPI document has one operation for a path and method.
 */
@RestController
class CalendarExportController {

    static final MediaType TYPE = MediaType.parseMediaType(CalendarFile.MEDIA_TYPE + ";charset=utf-8");

    private final CalendarExport export;
    private final ReplicaRouting routing;

    CalendarExportController(CalendarExport export, ReplicaRouting routing) {
        this.export = export;
        this.routing = routing;
    }

    @Hidden
    @RequiredScope(Scope.SCHEDULES_READ)
    @GetMapping(path = "/v1/schedules", produces = CalendarFile.MEDIA_TYPE)
    ResponseEntity<byte[]> export(
            @AuthenticationPrincipal Member member,
            @RequestParam(required = false) @Nullable String from,
            @RequestParam(required = false) @Nullable String to) {
        byte[] file = routing.of(member.memberId(), () -> export.file(member.memberId(), from, to, member.timeZone()));
        return ResponseEntity.ok()
                .contentType(TYPE)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment()
                                .filename("haru.ics")
                                .build()
                                .toString())
                .body(file);
    }
}

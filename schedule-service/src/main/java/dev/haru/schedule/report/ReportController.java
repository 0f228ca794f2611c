package dev.haru.schedule.report;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.DateTimeException;
import java.time.LocalDate;
import org.springframework.http.MediaType;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Reports", description = "Daily and weekly reports about the schedules of the member")
@ApiResponse(
        responseCode = "503",
        description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
@RestController
@RequestMapping(path = "/v1/reports", produces = MediaType.APPLICATION_JSON_VALUE)
class ReportController {

    /** The year of a report has at most four digits. */
    private static final int LONGEST_PERIOD = "2026-11-21".length();

    private final Reports reports;

    ReportController(Reports reports) {
        this.reports = reports;
    }

    @Operation(
            operationId = "readDailyReport",
            summary = "Read the report on a day",
            description = "Reports on a day in your time zone: today, or a day of the calendar month before today.")
    @ApiResponse(
            responseCode = "200",
            description = "The report; a day without schedules has a report, too",
            content = @Content(schema = @Schema(implementation = Report.class)))
    @ApiResponse(responseCode = "404", description = "`report-outside-window`: the period is too old, or in the future")
    @RequiredScope(Scope.REPORTS_READ)
    @GetMapping("/daily")
    byte[] daily(
            @AuthenticationPrincipal Member member,
            @RequestParam @Parameter(description = "The day", example = "2026-11-21") String date) {
        return reports.report(member, Cadence.DAILY, start(Cadence.DAILY, "date", date, Message.of("field.date")));
    }

    @Operation(
            operationId = "readWeeklyReport",
            summary = "Read the report on a week",
            description =
                    "Reports on an ISO week in your time zone: the current week, or one " + "of the four weeks before.")
    @ApiResponse(
            responseCode = "200",
            description = "The report; a week without schedules has a report, too",
            content = @Content(schema = @Schema(implementation = Report.class)))
    @ApiResponse(responseCode = "404", description = "`report-outside-window`: the period is too old, or in the future")
    @RequiredScope(Scope.REPORTS_READ)
    @GetMapping("/weekly")
    byte[] weekly(
            @AuthenticationPrincipal Member member,
            @RequestParam @Parameter(description = "The ISO week", example = "2026-W47") String week) {
        return reports.report(member, Cadence.WEEKLY, start(Cadence.WEEKLY, "week", week, Message.of("field.week")));
    }

    @Operation(
            operationId = "listDailyReports",
            summary = "List the days with schedules",
            description = "Covers today and the calendar month before today, in your time zone.")
    @ApiResponse(
            responseCode = "200",
            description = "The days or weeks that a schedule overlaps",
            content = @Content(schema = @Schema(implementation = ReportStatus.class)))
    @RequiredScope(Scope.REPORTS_READ)
    @GetMapping("/daily/status")
    byte[] dailyStatus(@AuthenticationPrincipal Member member) {
        return reports.status(member, Cadence.DAILY);
    }

    @Operation(
            operationId = "listWeeklyReports",
            summary = "List the weeks with schedules",
            description = "Covers the current ISO week and the four weeks before, in your time zone.")
    @ApiResponse(
            responseCode = "200",
            description = "The days or weeks that a schedule overlaps",
            content = @Content(schema = @Schema(implementation = ReportStatus.class)))
    @RequiredScope(Scope.REPORTS_READ)
    @GetMapping("/weekly/status")
    byte[] weeklyStatus(@AuthenticationPrincipal Member member) {
        return reports.status(member, Cadence.WEEKLY);
    }

    private static LocalDate start(Cadence cadence, String field, String text, Message expected) {
        if (text.length() > LONGEST_PERIOD) {
            throw InvalidRequest.field(field, expected);
        }
        try {
            return cadence.parse(text);
        } catch (DateTimeException noSuchPeriod) {
            throw InvalidRequest.field(field, expected);
        }
    }
}

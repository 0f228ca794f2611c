package dev.haru.schedule.report;

import dev.haru.platform.problem.InvalidRequest;
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

@Tag(name = "Reports")
@ApiResponse(
        responseCode = "503",
        description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
@RestController
@RequestMapping(path = "/v1/reports", produces = MediaType.APPLICATION_JSON_VALUE)
class ReportController {

    /** No year of a report has more than four digits. */
    private static final int LONGEST_PERIOD = "2026-11-21".length();

    private final Reports reports;

    ReportController(Reports reports) {
        this.reports = reports;
    }

    @Operation(
            operationId = "readDailyReport",
            summary = "Report on a day",
            description = "A day of your time zone: today, or one of the calendar month before it.")
    @ApiResponse(
            responseCode = "200",
            description = "The report, also of a day without schedules",
            content = @Content(schema = @Schema(implementation = Report.class)))
    @ApiResponse(responseCode = "404", description = "`report-outside-window`: too long ago, or still to come")
    @GetMapping("/daily")
    byte[] daily(
            @AuthenticationPrincipal Member member,
            @RequestParam @Parameter(description = "The day", example = "2026-11-21") String date) {
        return reports.report(
                member, Cadence.DAILY, start(Cadence.DAILY, "date", date, "must be a date such as 2026-11-21"));
    }

    @Operation(
            operationId = "readWeeklyReport",
            summary = "Report on a week",
            description = "An ISO week, from Monday on, of your time zone: this one, or one of the four before it.")
    @ApiResponse(
            responseCode = "200",
            description = "The report, also of a week without schedules",
            content = @Content(schema = @Schema(implementation = Report.class)))
    @ApiResponse(responseCode = "404", description = "`report-outside-window`: too long ago, or still to come")
    @GetMapping("/weekly")
    byte[] weekly(
            @AuthenticationPrincipal Member member,
            @RequestParam @Parameter(description = "The ISO week", example = "2026-W47") String week) {
        return reports.report(
                member, Cadence.WEEKLY, start(Cadence.WEEKLY, "week", week, "must be an ISO week such as 2026-W47"));
    }

    @Operation(
            operationId = "listDailyReports",
            summary = "List the days that have something to report",
            description = "Of your time zone: today and the calendar month before it.")
    @ApiResponse(
            responseCode = "200",
            description = "Those into which a schedule reaches",
            content = @Content(schema = @Schema(implementation = ReportStatus.class)))
    @GetMapping("/daily/status")
    byte[] dailyStatus(@AuthenticationPrincipal Member member) {
        return reports.status(member, Cadence.DAILY);
    }

    @Operation(
            operationId = "listWeeklyReports",
            summary = "List the weeks that have something to report",
            description = "ISO weeks of your time zone: this one and the four before it.")
    @ApiResponse(
            responseCode = "200",
            description = "Those into which a schedule reaches",
            content = @Content(schema = @Schema(implementation = ReportStatus.class)))
    @GetMapping("/weekly/status")
    byte[] weeklyStatus(@AuthenticationPrincipal Member member) {
        return reports.status(member, Cadence.WEEKLY);
    }

    private static LocalDate start(Cadence cadence, String field, String text, String expected) {
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

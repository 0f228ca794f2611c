package dev.haru.schedule;

import static dev.haru.schedule.CalendarFiles.CHANGE;
import static dev.haru.schedule.CalendarFiles.EVENT;
import static dev.haru.schedule.CalendarFiles.SERIES;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.client.EntityExchangeResult;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.json.JsonMapper;

/** Exports of a calendar as a file. */
@WholeService
class CalendarExportTests {

    @Autowired
    private RestTestClient http;

    @Autowired
    private JsonMapper json;

    private CalendarFiles files;

    @BeforeEach
    void emptyCalendar() {
        files = new CalendarFiles(http, json, newMember());
    }

    @Test
    void acceptHeaderSelectsTheFile() {
        files.imported(SERIES.formatted("a") + CHANGE.formatted("a"), "");

        EntityExchangeResult<String> file = files.export("", "text/calendar");

        assertThat(file.getResponseHeaders().getContentType()).hasToString("text/calendar;charset=utf-8");
        assertThat(file.getResponseBody())
                .startsWith("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n")
                .contains("RRULE:FREQ=WEEKLY", "RECURRENCE-ID;TZID=Asia/Seoul:20261130T093000", "X-OTHER;A=\"b:c\":d");
        assertThat(files.export("", "*/*").getResponseBody()).startsWith("{");
        assertThat(files.export("?limit=5", "text/calendar").getStatus().value())
                .isEqualTo(400);
        assertThat(files.export("", "text/html").getStatus().value()).isEqualTo(406);
    }

    @Test
    void windowSelectsSchedulesThatReachIt() {
        files.imported(SERIES.formatted("series") + EVENT.formatted("single"), "");

        assertThat(files.export("?from=2027-11-01&to=2027-12-01", "text/calendar")
                        .getResponseBody())
                .contains("UID:series")
                .doesNotContain("UID:single");
        assertThat(files.export("?from=2026-11-24&to=2026-11-30", "text/calendar")
                        .getResponseBody())
                .doesNotContain("UID:series", "UID:single");
    }
}

package dev.haru.schedule;

import static dev.haru.schedule.CalendarFiles.CHANGE;
import static dev.haru.schedule.CalendarFiles.EVENT;
import static dev.haru.schedule.CalendarFiles.SERIES;
import static dev.haru.schedule.CalendarFiles.assertCounts;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.rows;
import static dev.haru.schedule.calendar.ScheduleFixture.used;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.EmbeddedDatabase;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Imports of iCalendar files. */
@WholeService
class CalendarImportTests {

    @Autowired
    private RestTestClient http;

    @Autowired
    private JsonMapper json;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("schedule");
    private CalendarFiles files;

    @BeforeEach
    void emptyCalendar() {
        files = new CalendarFiles(http, json, newMember());
    }

    @Test
    void repeatedImportOfAFileChangesNothing() {
        JsonNode first = files.imported(SERIES.formatted("a") + CHANGE.formatted("a") + EVENT.formatted("b"), "");
        JsonNode second = files.imported(SERIES.formatted("a") + CHANGE.formatted("a") + EVENT.formatted("b"), "");
        JsonNode third = files.imported(EVENT.formatted("a") + EVENT.formatted("c"), "");

        assertCounts(first, 3, 0, 0, 0);
        assertCounts(second, 0, 0, 3, 0);
        assertCounts(third, 1, 1, 0, 0);
        assertThat(used(files.member())).isEqualTo(rows(files.member())).isEqualTo(3);
    }

    @Test
    void refusedComponentsAreReportedWithReasonAndLine() {
        JsonNode report = files.imported(
                EVENT.formatted("a") + "BEGIN:VTODO\nUID:t\nEND:VTODO\n" + EVENT.replace("Seoul", "Nowhere"), "");

        assertCounts(report, 1, 0, 0, 2);
        assertThat(report.at("/items/0/line").asInt()).isEqualTo(10);
        assertThat(report.at("/items/0/component").asString()).isEqualTo("VTODO");
        assertThat(report.at("/items/0/uid").asString()).isEqualTo("t");
        assertThat(report.at("/items/0/messages/0").asString()).isEqualTo("A schedule cannot represent VTODO.");
        assertThat(report.at("/items/1/messages/0").asString()).contains("Asia/Nowhere");
    }

    @Test
    void dryRunWritesNothingAndCountsTheLimit() {
        files = files.of(memberWithSchedules(28));

        JsonNode report = files.imported(events(4), "?dryRun=true");

        assertCounts(report, 2, 0, 0, 2);
        assertThat(rows(files.member())).isEqualTo(28);
    }

    @Test
    void eventsBeyondTheLimitAreRefused() {
        files = files.of(memberWithSchedules(28));

        JsonNode report = files.imported(events(4), "");

        assertCounts(report, 2, 0, 0, 2);
        assertThat(report.at("/items/0/messages/0").asString()).contains("maximum number");
        assertThat(used(files.member())).isEqualTo(rows(files.member())).isEqualTo(30);
    }

    @Test
    void deletedScheduleIsImportedAgain() {
        files.imported(EVENT.formatted("a"), "");
        String id = files.list().at("/items/0/scheduleId").asString();
        http.delete().uri("/v1/schedules/" + id).headers(files::signIn).exchange();

        assertCounts(files.imported(EVENT.formatted("a"), ""), 1, 0, 0, 0);
    }

    @Test
    void invalidFileIsRefusedBeforeTheImport() {
        files.post("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR\n".getBytes(UTF_8), "")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("line 2");
        files.post(new byte[5 * 1024 * 1024 + 1], "").expectStatus().isEqualTo(413);
        http.post()
                .uri("/v1/schedules/import")
                .headers(files::signIn)
                .contentType(MediaType.APPLICATION_JSON)
                .body("{}")
                .exchange()
                .expectStatus()
                .isEqualTo(415);
    }

    /** The first entry of the file has been written by a process that stopped then. */
    @Test
    void interruptedImportContinuesAtItsPosition() {
        UUID id = UUID.randomUUID();
        files.imported(EVENT.formatted("z"), "");
        insertPending(id, CalendarFiles.calendar(EVENT.formatted("a") + EVENT.formatted("b")), 1, 0);

        files.of(newMember()).imported(EVENT.formatted("other"), ""); // any request begins waiting imports

        assertCounts(files.ended(id.toString()), 2, 0, 0, 0);
        assertThat(files.list()
                        .at("/items")
                        .valueStream()
                        .map(item -> item.path("title").asString()))
                .containsExactlyInAnyOrder("Lesson z", "Lesson b");
    }

    @Test
    void importThatStopsAgainAndAgainFails() {
        UUID id = UUID.randomUUID();
        files.imported(EVENT.formatted("z"), "");
        insertPending(id, CalendarFiles.calendar(EVENT.formatted("a")), 0, 3);

        files.of(newMember()).imported(EVENT.formatted("other"), "");

        assertThat(files.ended(id.toString()).path("status").asString()).isEqualTo("failed");
        assertThat(rows(files.member())).isEqualTo(1);
    }

    @Test
    void fileIsNotReadWhileAnImportIsPending() {
        files.imported(EVENT.formatted("z"), "");
        insertPending(UUID.randomUUID(), CalendarFiles.calendar(EVENT.formatted("a")), 0, 0, "1 hour");

        files.post("no calendar".getBytes(UTF_8), "").expectStatus().isEqualTo(409);
    }

    @Test
    void entryThatTheTableDoesNotPermitIsRefusedAlone() {
        jdbc.sql("alter table schedule.schedule add constraint no_lesson_x check (title <> 'Lesson x') not valid")
                .update();
        try {
            JsonNode report = files.imported(EVENT.formatted("a") + EVENT.formatted("x") + EVENT.formatted("b"), "");

            assertThat(report.path("status").asString()).isEqualTo("completed");
            assertCounts(report, 2, 0, 0, 1);
            assertThat(report.at("/items/0/uid").asString()).isEqualTo("x");
        } finally {
            jdbc.sql("alter table schedule.schedule drop constraint no_lesson_x")
                    .update();
        }
    }

    @Test
    void importOfAnotherMemberIsNotFound() {
        String id = files.imported(EVENT.formatted("a"), "").path("importId").asString();
        files = files.of(newMember());

        http.get()
                .uri("/v1/schedules/imports/" + id)
                .headers(files::signIn)
                .exchange()
                .expectStatus()
                .isNotFound();
    }

    @Test
    void exportIsImportedAsTheSameSchedules() {
        files = files.of(memberWithSchedules(3));
        String file = String.valueOf(files.export("", "text/calendar").getResponseBody());

        assertCounts(files.begun(file, ""), 0, 0, 3, 0);
    }

    private static String events(int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> EVENT.formatted("e" + i))
                .collect(Collectors.joining());
    }

    private void insertPending(UUID id, String file, int position, int attempts) {
        insertPending(id, file, position, attempts, "-1 hour");
    }

    private void insertPending(UUID id, String file, int position, int attempts, String lease) {
        jdbc.sql("""
                        insert into schedule.calendar_import (id, member_id, time_zone, dry_run, status, created_at,
                                                              lease_until, attempts, file, components, position, added)
                        values (?, ?, 'Asia/Seoul', false, 'pending', now() - interval '1 hour',
                                now() + cast(? as interval), ?, ?, 2, ?, ?)
                        """)
                .params(id, files.member(), lease, attempts, file.getBytes(UTF_8), position, position)
                .update();
    }
}

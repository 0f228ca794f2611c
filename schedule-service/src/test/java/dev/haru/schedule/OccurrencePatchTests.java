package dev.haru.schedule;

import static dev.haru.schedule.SeriesCalls.LESSON;
import static dev.haru.schedule.SeriesCalls.WINDOW;
import static dev.haru.schedule.SeriesCalls.texts;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Merge patches of one occurrence, or of one and all following. */
@WholeService
class OccurrencePatchTests {

    private SeriesCalls calls;

    @BeforeEach
    void emptyCalendar(@Autowired RestTestClient http, @Autowired JsonMapper json) {
        calls = new SeriesCalls(http, json, newMember());
    }

    @Test
    void patchChangesOneOccurrence() {
        String place = calls.added(LESSON);
        String second = place + "/occurrences/2026-10-26T09:00:00";

        JsonNode moved = calls.send(
                HttpMethod.PATCH,
                second,
                "{\"localStart\": \"2026-10-26T15:00:00\", \"localEnd\": \"2026-10-26T16:00:00\", \"tags\": null}",
                "\"0\"",
                200);
        assertThat(moved.at("/startAt").asString()).isEqualTo("2026-10-26T14:00:00Z");
        assertThat(moved.at("/note").asString()).isEqualTo("Room 5");
        assertThat(moved.has("tags")).isFalse();
        assertThat(moved.at("/occurrence/originalStart").asString()).isEqualTo("2026-10-26T09:00:00");
        assertThat(moved.at("/occurrence/changed").asBoolean()).isTrue();
        assertThat(calls.read(second)).isEqualTo(moved);
        JsonNode instant = calls.send(
                HttpMethod.PATCH,
                second,
                "{\"startAt\": \"2026-10-27T12:00:00Z\", \"endAt\": \"2026-10-27T13:00:00Z\"}",
                "\"1\"",
                200);
        assertThat(instant.has("localStart")).isFalse();
        calls.send(HttpMethod.PATCH, second, "{\"title\": \"Exam\"}", "\"1\"", 412);
        calls.send(HttpMethod.PATCH, second, "{\"title\": \"Exam\"}", null, 428);
        calls.send(HttpMethod.PATCH, place + "/occurrences/2026-10-27T09:00:00", "{\"title\": \"Exam\"}", "\"2\"", 404);
        calls.send(HttpMethod.PATCH, second + "?range=all", "{\"title\": \"Exam\"}", "\"2\"", 400);
        assertThat(texts(calls.items(WINDOW), "/localStart"))
                .containsExactly("2026-10-19T09:00:00", "", "2026-11-02T09:00:00", "2026-11-09T09:00:00");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            title      | {"title": null}
            localEnd   | {"localEnd": "2026-10-26T08:00:00"}
            localStart | {"localEnd": "2026-10-26T11:00:00", "localStart": 9}
            startAt    | {"endAt": "2026-10-26T11:00:00Z", "startAt": "tomorrow"}
            recurrence | {"recurrence": {"rule": "FREQ=DAILY"}}
            version    | {"version": "7"}
            scheduleId | {"scheduleId": null}
            occurrence | {"occurrence": {"originalStart": "2026-11-02T09:00:00"}}
            titel      | {"titel": "Exam"}
            """)
    void invalidPatchOfAnOccurrenceChangesNothing(String field, String patch) {
        String place = calls.added(LESSON);

        JsonNode problem =
                calls.send(HttpMethod.PATCH, place + "/occurrences/2026-10-26T09:00:00", patch, "\"0\"", 400);

        assertThat(problem.at("/errors")
                        .valueStream()
                        .map(error -> error.path("field").asString()))
                .containsExactly(field);
        assertThat(calls.read(place).at("/version").asString()).isEqualTo("0");
    }

    @Test
    void patchOfThisAndFollowingKeepsTheRecurrence() {
        String place = calls.added(LESSON);

        JsonNode later = calls.send(
                HttpMethod.PATCH,
                place + "/occurrences/2026-11-02T09:00:00?range=this-and-following",
                "{\"localStart\": \"2026-11-02T15:00:00\", \"localEnd\": \"2026-11-02T16:00:00\"}",
                "\"0\"",
                201);

        assertThat(later.at("/recurrence/rule").asString()).isEqualTo("FREQ=WEEKLY;COUNT=2");
        assertThat(later.at("/note").asString()).isEqualTo("Room 5");
        assertThat(texts(calls.items(WINDOW), "/localStart"))
                .containsExactly(
                        "2026-10-19T09:00:00", "2026-10-26T09:00:00", "2026-11-02T15:00:00", "2026-11-09T15:00:00");
        JsonNode ended = calls.send(
                HttpMethod.PATCH,
                "/v1/schedules/" + later.at("/scheduleId").asString()
                        + "/occurrences/2026-11-02T15:00:00?range=this-and-following",
                "{\"recurrence\": {\"rule\": \"FREQ=DAILY;COUNT=3\"}}",
                "\"0\"",
                200);
        assertThat(ended.at("/scheduleId")).isEqualTo(later.at("/scheduleId"));
        assertThat(calls.items(WINDOW)).hasSize(5);
    }
}

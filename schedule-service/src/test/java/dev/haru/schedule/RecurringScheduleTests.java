package dev.haru.schedule;

import static dev.haru.schedule.SeriesCalls.EXAM;
import static dev.haru.schedule.SeriesCalls.LESSON;
import static dev.haru.schedule.SeriesCalls.WINDOW;
import static dev.haru.schedule.SeriesCalls.texts;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.rows;
import static dev.haru.schedule.calendar.ScheduleFixture.used;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Recurring, zoned and all-day schedules through the API. The member's time zone is Asia/Seoul. */
@WholeService
class RecurringScheduleTests {

    @Autowired
    private JsonMapper json;

    private final UUID member = newMember();
    private SeriesCalls calls;

    @BeforeEach
    void emptyCalendar(@Autowired RestTestClient http) {
        calls = new SeriesCalls(http, json, member);
    }

    @Test
    void seriesIsOneItemWithoutAWindowAndItsOccurrencesInAWindow() {
        String place = calls.added(LESSON);

        JsonNode whole = calls.read("/v1/schedules").at("/items");
        assertThat(whole).hasSize(1);
        assertThat(whole.at("/0/startAt").asString()).isEqualTo("2026-10-19T07:00:00Z");
        assertThat(whole.at("/0/localStart").asString()).isEqualTo("2026-10-19T09:00:00");
        assertThat(whole.at("/0/recurrence/rule").asString()).isEqualTo("FREQ=WEEKLY;COUNT=4");
        assertThat(whole.at("/0")).isEqualTo(calls.read(place));

        List<JsonNode> occurrences = calls.items(WINDOW);
        assertThat(texts(occurrences, "/startAt"))
                .containsExactly(
                        "2026-10-19T07:00:00Z", "2026-10-26T08:00:00Z", "2026-11-02T08:00:00Z", "2026-11-09T08:00:00Z");
        assertThat(texts(occurrences, "/occurrence/originalStart"))
                .containsExactly(
                        "2026-10-19T09:00:00", "2026-10-26T09:00:00", "2026-11-02T09:00:00", "2026-11-09T09:00:00");
        assertThat(occurrences.getFirst().has("recurrence")).isFalse();
        assertThat(occurrences.getFirst().at("/tags/0").asString()).isEqualTo("school");
        assertThat(used(member)).isEqualTo(1);
    }

    @Test
    void scheduleAsReadCanBeSentBack() {
        for (String body : List.of(
                LESSON,
                LESSON.replace("\"timeZone\": \"Europe/Berlin\",", ""),
                EXAM,
                "{\"title\": \"Holiday\", \"place\": \"Jeju\", \"startDate\": \"2026-12-24\", \"endDate\": \"2026-12-27\","
                        + " \"latitude\": 33.38, \"longitude\": 126.55, \"colour\": \"#00aaFF\", \"status\": \"tentative\","
                        + " \"transparency\": \"free\", \"description\": \"Line 1\\nLine 2\"}",
                "{\"title\": \"Call\", \"locationId\": 9, \"startAt\": \"2026-10-19T07:00:00Z\","
                        + " \"endAt\": \"2026-10-19T07:30:00Z\", \"recurrence\": {\"additionalDates\":"
                        + " [\"2026-10-21T07:00:00+01:00\"], \"rule\": \"FREQ=DAILY\","
                        + " \"excludedDates\": [\"2026-10-20T07:00:00Z\"]}}")) {
            String place = calls.added(body);
            JsonNode before = calls.read(place);

            assertThat(calls.send(HttpMethod.PUT, place, before.toString(), "\"0\"", 200)
                            .path("version")
                            .asString())
                    .isEqualTo("0");
            assertThat(calls.read(place)).isEqualTo(before);
            JsonNode patched = calls.send(HttpMethod.PATCH, place, "{\"note\": \"New\"}", "\"0\"", 200);
            assertThat(patched.path("startAt")).isEqualTo(before.path("startAt"));
            assertThat(patched.path("recurrence")).isEqualTo(before.path("recurrence"));
        }
    }

    @Test
    void patchChangesTheFormOfTheTimeAndPartsOfTheRecurrence() {
        String place = calls.added(LESSON);

        JsonNode excluded = calls.send(
                HttpMethod.PATCH,
                place,
                "{\"recurrence\": {\"excludedDates\": [\"2026-10-26T09:00:00\"]}}",
                "\"0\"",
                200);
        assertThat(excluded.at("/recurrence/rule").asString()).isEqualTo("FREQ=WEEKLY;COUNT=4");
        JsonNode floating = calls.send(
                HttpMethod.PATCH, place, "{\"timeZone\": null, \"recurrence\": null, \"tags\": null}", "\"1\"", 200);
        assertThat(floating.path("startAt").asString()).isEqualTo("2026-10-19T00:00:00Z");
        assertThat(floating.has("recurrence")).isFalse();
        assertThat(floating.has("tags")).isFalse();
        JsonNode instant = calls.send(HttpMethod.PATCH, place, "{\"endAt\": \"2026-10-19T05:00:00Z\"}", "\"2\"", 200);
        assertThat(instant.path("startAt").asString()).isEqualTo("2026-10-19T00:00:00Z");
        assertThat(instant.has("localStart")).isFalse();
        JsonNode days = calls.send(
                HttpMethod.PATCH, place, "{\"startDate\": \"2026-10-19\", \"endDate\": \"2026-10-20\"}", "\"3\"", 200);
        assertThat(days.path("startAt").asString()).isEqualTo("2026-10-18T15:00:00Z");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            localStart                     | "localStart": "2026-10-19T09:00:00Z"
            localStart                     | "localStart": null
            localStart                     | "localStart": "1969-10-19T09:00:00", "localEnd": "1969-10-19T10:00:00"
            localEnd                       | "localEnd": "2026-10-19T09:00:00"
            localEnd                       | "localEnd": "2027-10-21T09:00:00"
            timeZone                       | "timeZone": "Europe/Nowhere"
            timeZone                       | "timeZone": "+02:00"
            startAt                        | "startAt": "2026-10-19T09:00:00Z"
            localEnd                       | "startDate": "2026-10-19", "endDate": "2026-10-20"
            locationId                     | "locationId": null
            latitude                       | "latitude": 91, "longitude": 0
            longitude                      | "latitude": 1
            colour                         | "colour": "red"
            status                         | "status": "done"
            transparency                   | "transparency": "opaque"
            tags[0]                        | "tags": [""]
            tags                           | "tags": ["1","2","3","4","5","6","7","8","9","10","11","12","13","14","15","16","17","18","19","20","21"]
            reminders[0]                   | "reminders": [-1]
            recurrence.rule                | "recurrence": {}
            recurrence.rule                | "recurrence": {"rule": "FREQ=SECONDLY"}
            recurrence.rule                | "recurrence": {"rule": "FREQ=WEEKLY;COUNT=20000"}
            recurrence.rule                | "recurrence": {"rule": "FREQ=WEEKLY;UNTIL=20250101T000000Z"}
            recurrence.additionalDates[0]  | "recurrence": {"additionalDates": ["2026-10-20T09:00:00Z"]}
            recurrence.excludedDates[1]    | "recurrence": {"rule": "FREQ=WEEKLY", "excludedDates": ["2026-10-20T09:00:00", "2026-10-20"]}
            exceptions                     | "exceptions": []
            occurrence                     | "occurrence": {"originalStart": "2026-10-19T09:00:00", "changed": false}
            """)
    void invalidFieldIsNamed(String field, String members) {
        ObjectNode body = (ObjectNode) json.readTree(LESSON);
        body.setAll((ObjectNode) json.readTree("{" + members + "}"));

        JsonNode problem = calls.send(HttpMethod.POST, "/v1/schedules", body.toString(), null, 400);

        assertThat(problem.at("/errors")
                        .valueStream()
                        .map(error -> error.path("field").asString()))
                .contains(field);
        assertThat(rows(member)).isZero();
    }

    @Test
    void missingTimeOrPlaceIsReportedWithAlternatives() {
        JsonNode problem = calls.send(HttpMethod.POST, "/v1/schedules", "{\"title\": \"Lesson\"}", null, 400);

        assertThat(problem.at("/errors")
                        .valueStream()
                        .map(error -> error.path("field").asString() + " "
                                + error.path("message").asString()))
                .containsExactly(
                        "endAt is required, unless localEnd or endDate is given",
                        "locationId is required, unless place is given",
                        "startAt is required, unless localStart or startDate is given");
    }

    @Test
    void bulkRequestsTakeSeries() {
        JsonNode results = calls.send(
                        HttpMethod.POST,
                        "/v1/schedules/bulk",
                        "{\"operations\": [{\"action\": \"add\", \"schedule\": " + LESSON + "},"
                                + " {\"action\": \"add\", \"schedule\": {\"title\": \"No time\"}}]}",
                        null,
                        200)
                .at("/results");

        assertThat(results.at("/0/schedule/recurrence/rule").asString()).isEqualTo("FREQ=WEEKLY;COUNT=4");
        assertThat(results.at("/1/status").asInt()).isEqualTo(400);
        assertThat(calls.items(WINDOW)).hasSize(4);
    }

    @Test
    void resultsOfABulkRequestHaveAMaximumSize() {
        ObjectNode lesson = ((ObjectNode) json.readTree(LESSON)).put("description", "a".repeat(8000));
        String place = calls.added(lesson.toString().replace("COUNT=4", "COUNT=20"));
        ObjectNode exam = lesson.deepCopy().put("title", "Exam");
        exam.remove("recurrence");
        LocalDateTime first = LocalDateTime.parse("2026-10-19T09:00:00");
        for (int i = 0; i < 15; i++) {
            LocalDateTime start = first.plusWeeks(i);
            exam.put("localStart", start + ":00").put("localEnd", start.plusHours(1) + ":00");
            calls.send(HttpMethod.PUT, place + "/occurrences/" + start + ":00", exam.toString(), "\"" + i + "\"", 200);
        }
        String id = place.substring(place.lastIndexOf('/') + 1);
        String operations = IntStream.range(0, 10)
                .mapToObj(i ->
                        "{\"action\": \"change\", \"scheduleId\": \"%s\", \"version\": \"%d\",".formatted(id, 15 + i)
                                + " \"schedule\": {\"title\": \"Lesson %d\"}}".formatted(i))
                .collect(Collectors.joining(", ", "{\"operations\": [", "]}"));

        JsonNode results = calls.send(HttpMethod.POST, "/v1/schedules/bulk", operations, null, 200)
                .at("/results");

        assertThat(results.at("/7/status").asInt()).isEqualTo(200);
        assertThat(results.at("/8/status").asInt()).isEqualTo(413);
        assertThat(results.at("/9/status").asInt()).isEqualTo(413);
        assertThat(calls.read(place).at("/version").asString()).isEqualTo("23");
    }
}

package dev.haru.schedule;

import static dev.haru.schedule.SeriesCalls.EXAM;
import static dev.haru.schedule.SeriesCalls.LESSON;
import static dev.haru.schedule.SeriesCalls.WINDOW;
import static dev.haru.schedule.SeriesCalls.texts;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.rows;
import static dev.haru.schedule.calendar.ScheduleFixture.used;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads, changes and deletions of one occurrence, or of one and all following. */
@WholeService
class OccurrenceTests {

    @Autowired
    private JsonMapper json;

    private final UUID member = newMember();
    private SeriesCalls calls;

    @BeforeEach
    void emptyCalendar(@Autowired RestTestClient http) {
        calls = new SeriesCalls(http, json, member);
    }

    @Test
    void oneOccurrenceIsReadReplacedAndDeleted() {
        String place = calls.added(LESSON);
        String second = place + "/occurrences/2026-10-26T09:00:00";
        assertThat(calls.read(second).at("/startAt").asString()).isEqualTo("2026-10-26T08:00:00Z");

        JsonNode exam = calls.send(HttpMethod.PUT, second, EXAM, "\"0\"", 200);
        assertThat(exam.at("/occurrence/changed").asBoolean()).isTrue();
        assertThat(exam.at("/version").asString()).isEqualTo("1");
        assertThat(texts(calls.items(WINDOW), "/title")).containsExactly("Lesson", "Exam", "Lesson", "Lesson");
        assertThat(calls.read(place).at("/exceptions")).hasSize(1).first().isEqualTo(calls.read(second));
        assertThat(calls.read("/v1/schedules/changes").at("/changed/0")).isEqualTo(calls.read(place));

        // A change of the whole series applies to the unchanged fields of the occurrence.
        calls.send(HttpMethod.PATCH, place, "{\"locationId\": 6}", "\"1\"", 200);
        assertThat(calls.read(second).at("/locationId").asInt()).isEqualTo(6);
        assertThat(calls.read(second).at("/title").asString()).isEqualTo("Exam");

        calls.send(HttpMethod.PUT, second, EXAM, "\"1\"", 412);
        calls.send(HttpMethod.PUT, second, EXAM, null, 428);
        calls.send(HttpMethod.DELETE, place + "/occurrences/2026-11-02T09:00:00", null, "\"2\"", 204);
        calls.send(HttpMethod.GET, place + "/occurrences/2026-11-02T09:00:00", null, null, 404);
        assertThat(texts(calls.items(WINDOW), "/title")).containsExactly("Lesson", "Exam", "Lesson");
        calls.send(
                HttpMethod.PUT,
                second,
                ((ObjectNode) calls.read(second)).put("title", "Final exam").toString(),
                "\"3\"",
                200);
        calls.send(HttpMethod.DELETE, second, null, null, 204);
        assertThat(texts(calls.items(WINDOW), "/title")).containsExactly("Lesson", "Lesson");
        assertThat(calls.read(place).has("exceptions")).isFalse();
    }

    @Test
    void replacedOccurrenceLikeTheOthersIsNoLongerChanged() {
        String place = calls.added(LESSON);
        String second = place + "/occurrences/2026-10-26T09:00:00";
        String unchanged = calls.read(second).toString();
        calls.send(HttpMethod.PUT, second, EXAM, "\"0\"", 200);

        ObjectNode reverted = (ObjectNode) json.readTree(unchanged);
        reverted.remove(List.of("version", "updatedAt", "occurrence"));
        assertThat(calls.send(HttpMethod.PUT, second, reverted.toString(), "\"1\"", 200)
                        .at("/occurrence/changed")
                        .asBoolean())
                .isFalse();
        assertThat(calls.read(place).has("exceptions")).isFalse();
    }

    @Test
    void unknownOccurrencesAreRefused() {
        String place = calls.added(LESSON);
        String single = calls.added(EXAM);

        calls.send(HttpMethod.GET, place + "/occurrences/2026-10-20T09:00:00", null, null, 404);
        calls.send(HttpMethod.GET, single + "/occurrences/2026-10-27T11:00:00", null, null, 404);
        calls.send(HttpMethod.GET, place + "/occurrences/2026-10-19", null, null, 400);
        calls.send(HttpMethod.DELETE, place + "/occurrences/2026-10-19T09:00:00?range=all", null, null, 400);
        calls.send(HttpMethod.PUT, place + "/occurrences/2026-10-19T09:00:00", LESSON, "\"0\"", 400);
        assertThat(calls.read(place).at("/version").asString()).isEqualTo("0");
    }

    /** 02:30 and 45 minutes later is 02:15 of the repeated hour. */
    @Test
    void occurrenceThatEndsInTheRepeatedHourCanBeSentBack() {
        String place = calls.added(LESSON.replace("2026-10-19T09:00:00", "2026-10-19T02:30:00")
                .replace("2026-10-19T10:00:00", "2026-10-19T03:15:00")
                .replace("WEEKLY;COUNT=4", "DAILY;COUNT=9"));
        String repeated = place + "/occurrences/2026-10-25T02:30:00";
        JsonNode before = calls.read(repeated);
        assertThat(before.path("endAt").asString()).isEqualTo("2026-10-25T01:15:00Z");

        JsonNode same = calls.send(HttpMethod.PUT, repeated, before.toString(), "\"0\"", 200);

        assertThat(same).isEqualTo(before);
        JsonNode exam = calls.send(
                HttpMethod.PUT,
                repeated,
                ((ObjectNode) before).put("title", "Exam").toString(),
                "\"0\"",
                200);
        assertThat(exam.path("title").asString()).isEqualTo("Exam");
        assertThat(exam.path("endAt").asString())
                .isGreaterThan(exam.path("startAt").asString());
    }

    /** No foreign key checks the location of a changed occurrence. */
    @Test
    void occurrenceAtAnUnknownLocationIsRefused() {
        String place = calls.added(LESSON);

        JsonNode problem = calls.send(
                HttpMethod.PUT,
                place + "/occurrences/2026-10-26T09:00:00",
                EXAM.replace("\"locationId\": 3", "\"locationId\": 987654"),
                "\"0\"",
                400);

        assertThat(problem.at("/errors/0/field").asString()).isEqualTo("locationId");
        assertThat(calls.read(place).has("exceptions")).isFalse();
    }

    @Test
    void thisAndFollowingBecomesASeriesOfItsOwn() {
        String place = calls.added(LESSON);
        String third = place + "/occurrences/2026-11-02T09:00:00";
        String later = LESSON.replace("2026-10-19T09", "2026-11-02T15")
                .replace("2026-10-19T10", "2026-11-02T16")
                .replace("Lesson", "Course")
                .replace(",\n \"recurrence\": {\"rule\": \"FREQ=WEEKLY;COUNT=4\"}", "");

        JsonNode course = calls.send(HttpMethod.PUT, third + "?range=this-and-following", later, "\"0\"", 201);

        assertThat(course.at("/recurrence/rule").asString()).isEqualTo("FREQ=WEEKLY;COUNT=2");
        assertThat(course.at("/scheduleId")).isNotEqualTo(calls.read(place).at("/scheduleId"));
        assertThat(texts(calls.items(WINDOW), "/localStart"))
                .containsExactly(
                        "2026-10-19T09:00:00", "2026-10-26T09:00:00", "2026-11-02T15:00:00", "2026-11-09T15:00:00");
        assertThat(used(member)).isEqualTo(rows(member)).isEqualTo(2);

        calls.send(
                HttpMethod.DELETE,
                place + "/occurrences/2026-10-26T09:00:00?range=this-and-following",
                null,
                null,
                204);
        assertThat(calls.items(WINDOW)).hasSize(3);
        calls.send(
                HttpMethod.DELETE,
                place + "/occurrences/2026-10-19T09:00:00?range=this-and-following",
                null,
                null,
                204);
        calls.send(HttpMethod.GET, place, null, null, 404);
        assertThat(used(member)).isEqualTo(rows(member)).isEqualTo(1);
    }

    @Test
    void thisAndFollowingOfTheFirstStartKeepsOneSeries() {
        String place = calls.added(LESSON);

        JsonNode whole = calls.send(
                HttpMethod.PUT,
                place + "/occurrences/2026-10-19T09:00:00?range=this-and-following",
                LESSON.replace("Lesson", "Course"),
                "\"0\"",
                200);

        assertThat(whole.at("/title").asString()).isEqualTo("Course");
        assertThat(used(member)).isEqualTo(1);
    }

    @Test
    void splitAtTheLimitChangesNothing() {
        UUID owner = memberWithSchedules(29);
        SeriesCalls full = calls.of(owner);
        String place = full.added(LESSON);

        full.send(
                HttpMethod.PUT,
                place + "/occurrences/2026-11-02T09:00:00?range=this-and-following",
                EXAM,
                "\"0\"",
                406);

        assertThat(full.send(HttpMethod.GET, place, null, null, 200)
                        .at("/version")
                        .asString())
                .isEqualTo("0");
        assertThat(used(owner)).isEqualTo(rows(owner)).isEqualTo(30);
    }
}

package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleApiFixture.BODY;
import static dev.haru.schedule.calendar.ScheduleApiFixture.ZONE;
import static dev.haru.schedule.calendar.ScheduleApiFixture.assertInvalid;
import static dev.haru.schedule.calendar.ScheduleApiFixture.assertProblem;
import static dev.haru.schedule.calendar.ScheduleApiFixture.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verifyNoInteractions;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Bodies that are refused before the calendar is called. */
@OnScheduleApi
class InvalidScheduleTests {

    @Autowired
    private ScheduleApiFixture api;

    @Autowired
    private Calendar calendar;

    @Autowired
    private MockMvcTester http;

    @BeforeEach
    void signIn() {
        api.signIn(ZONE);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            title      | null
            title      | ""
            title      | " "
            title      | "\\u3000"
            title      | 7
            title      | "two\\nlines"
            title      | "bell\\u0007"
            title      | "nul\\u0000"
            title      | "half\\ud83d"
            title      | ["list"]
            locationId | null
            locationId | "1"
            locationId | 1.5
            locationId | 99999999999
            startAt    | null
            startAt    | 1795426200
            startAt    | "1795426200"
            startAt    | "2026-11-23"
            startAt    | "2026-11-23T09:30:00"
            startAt    | "2026-02-30T09:30:00Z"
            startAt    | "1000000000-01-01T00:00:00Z"
            startAt    | "+1000000000-12-31T23:59:59Z"
            startAt    | "+999999999-12-31T23:59:59Z"
            startAt    | "1969-12-31T23:59:59Z"
            endAt      | "2026-11-23T09:30:00Z"
            endAt      | "2026-11-23T09:30:00.000000999Z"
            endAt      | "2026-11-23T09:29:59Z"
            endAt      | "2027-11-24T09:30:00.000001Z"
            endAt      | "2200-01-01T00:00:00Z"
            endAt      | "9999-12-31T23:59:59Z"
            endAt      | "-999999999-01-01T00:00:00Z"
            note       | 7
            note       | {"a": 1}
            """)
    void invalidFieldIsNamed(String field, String json) {
        MvcTestResult answer = api.post(with(field, json));

        assertInvalid(answer, field);
        verifyNoInteractions(calendar);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            place | " "            | place
            place | "\\u00a0\\u2007" | place
            place | "\\u3164"       | place
            tags  | ["a", " "]     | tags[1]
            tags  | ["\\u3000"]     | tags[0]
            tags  | ["\\u200b"]     | tags[0]
            """)
    void optionalTextThatDrawsNothingIsNamed(String field, String json, String name) {
        assertInvalid(api.post(with(field, json)), name);
        verifyNoInteractions(calendar);
    }

    @Test
    void tooLongTextIsNamed() {
        assertInvalid(api.post(with("title", "\"" + "a".repeat(201) + "\"")), "title");
        assertInvalid(api.post(with("title", "\"" + "😀".repeat(201) + "\"")), "title");
        assertInvalid(api.post(with("note", "\"" + "a".repeat(2001) + "\"")), "note");
    }

    @Test
    void unknownFieldIsNamed() {
        assertInvalid(api.post(with("color", "\"red\"")), "color");
    }

    @Test
    void eachFieldOfWrongTypeIsNamed() {
        MvcTestResult answer = api.post("{\"title\": 1, \"locationId\": \"x\", \"startAt\": true}");

        assertProblem(answer, 400, "invalid-request");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.errors[*].field")
                .asArray()
                .containsExactly("locationId", "startAt", "title");
    }

    @Test
    void eachMissingFieldIsNamed() {
        MvcTestResult answer = api.post("{}");

        assertProblem(answer, 400, "invalid-request");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.errors[*].field")
                .asArray()
                .containsExactlyInAnyOrder("title", "locationId", "startAt", "endAt");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            scheduleId | "019aa5b1-0000-7000-8000-000000000003"
            createdAt  | "2026-11-21T09:00:00Z"
            updatedAt  | "2026-11-21T09:00:00Z"
            version    | "2"
            overlaps   | []
            """)
    void readOnlyFieldOfANewScheduleIsNamed(String field, String json) {
        assertInvalid(api.post(with(field, json)), field);
        verifyNoInteractions(calendar);
    }

    @Test
    void reportOfManyUnknownFieldsIsBounded() {
        String fields =
                IntStream.range(0, 200).mapToObj("\"f%d\": 1"::formatted).collect(Collectors.joining(", "));

        MvcTestResult answer = api.post("{" + fields + "}");

        assertProblem(answer, 400, "invalid-request");
        assertThat(answer).bodyJson().extractingPath("$.errors").asArray().hasSize(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "\"text\"", "{\"title\": ", "{\"title\": \"a\", \"title\": \"b\"}"})
    void bodyWithoutValidObjectIsMalformed(String body) {
        assertProblem(api.post(body), 400, "malformed-request");
    }

    @Test
    void bodyOfAnotherMediaTypeIsRefused() {
        assertProblem(
                http.post()
                        .uri("/v1/schedules")
                        .header("Authorization", "Bearer token")
                        .contentType(MediaType.TEXT_PLAIN)
                        .content(BODY)
                        .exchange(),
                415,
                "unsupported-media-type");
    }
}

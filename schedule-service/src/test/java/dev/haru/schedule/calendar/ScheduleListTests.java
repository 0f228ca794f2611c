package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleApiFixture.ANSWER;
import static dev.haru.schedule.calendar.ScheduleApiFixture.BODY;
import static dev.haru.schedule.calendar.ScheduleApiFixture.DENTIST;
import static dev.haru.schedule.calendar.ScheduleApiFixture.ID;
import static dev.haru.schedule.calendar.ScheduleApiFixture.MEMBER;
import static dev.haru.schedule.calendar.ScheduleApiFixture.OCCURRENCE;
import static dev.haru.schedule.calendar.ScheduleApiFixture.ZONE;
import static dev.haru.schedule.calendar.ScheduleApiFixture.assertInvalid;
import static dev.haru.schedule.calendar.ScheduleApiFixture.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The list of schedules, its window, its cursors and its parameters. */
@OnScheduleApi
class ScheduleListTests {

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

    @Test
    void pageContainsCursorOfTheNextPage() {
        Window window = Window.of(Instant.parse("2026-11-23T00:00:00Z"), null);
        when(calendar.list(MEMBER, ZONE, window, window.start(), 2)).thenReturn(List.of(OCCURRENCE, OCCURRENCE));
        String cursor = new Position(DENTIST.startAt(), ID).toCursor(window);

        MvcTestResult answer = api.call(HttpMethod.GET, "/v1/schedules?from=2026-11-23T00:00:00Z&limit=1");

        assertThat(answer).hasStatusOk();
        assertThat(answer).bodyJson().isStrictlyEqualTo("""
                {"items": [%s], "nextCursor": "%s"}
                """.formatted(ANSWER, cursor));
    }

    @Test
    void listWithoutQueryStartsAtTheBeginning() {
        Window always = Window.of(null, null);
        when(calendar.list(MEMBER, ZONE, always, always.start(), 21)).thenReturn(List.of());

        MvcTestResult answer = api.call(HttpMethod.GET, "/v1/schedules");

        assertThat(answer).bodyJson().isStrictlyEqualTo("""
                {"items": [], "nextCursor": null}
                """);
    }

    @Test
    void listWithCursorStartsAfterItsPosition() {
        Window always = Window.of(null, null);
        Position after = new Position(DENTIST.startAt(), ID);
        when(calendar.list(MEMBER, ZONE, always, after, 101))
                .thenReturn(IntStream.range(0, 100).mapToObj(_ -> OCCURRENCE).toList());

        MvcTestResult answer = api.call(HttpMethod.GET, "/v1/schedules?limit=100&cursor=" + after.toCursor(always));

        assertThat(answer).bodyJson().extractingPath("$.items").asArray().hasSize(100);
        assertThat(answer).bodyJson().extractingPath("$.nextCursor").isNull();
    }

    @Test
    void datesOfAQueryAreInTheMembersZone() {
        Window day = Window.of(Instant.parse("2026-11-22T15:00:00Z"), Instant.parse("2026-11-23T15:00:00Z"));
        when(calendar.list(MEMBER, ZONE, day, day.start(), 21)).thenReturn(List.of(OCCURRENCE));

        MvcTestResult answer = api.call(HttpMethod.GET, "/v1/schedules?from=2026-11-23&to=2026-11-24");

        assertThat(answer).bodyJson().extractingPath("$.items").asArray().hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            limit  | limit=-1
            limit  | limit=0
            limit  | limit=101
            limit  | limit=abc
            limit  | limit=99999999999
            from   | from=2026-11-23T00:00:00
            from   | from=2026-11-23T00:00:00+09:00
            from   | from=1795426200000
            from   | from=2026-02-30
            from   | from=2026-1-1
            from   | from=
            from   | from=1969-12-31T23:59:59Z
            to     | to=9999-12-31T23:59:59Z
            to     | to=tomorrow
            to     | from=2026-11-23T00:00:00Z&to=2026-11-22T00:00:00Z
            to     | from=2026-11-23T00:00:00Z&to=2026-11-23T00:00:00Z
            cursor | cursor=bad
            cursor | cursor=AAZDQpKZiAABmqWxAABwAIAAAAAAAAAC5K4cYQ====
            cursor | cursor=
            cursor | from=2026-11-23T00:00:00Z&cursor=AAZDQpKZiAABmqWxAABwAIAAAAAAAAAC5K4cYQ
            """)
    void invalidQueryParameterIsNamed(String field, String query) {
        // As a client sends it: an unescaped plus in a query means a space.
        assertInvalid(api.call(HttpMethod.GET, "/v1/schedules?" + query.replace("+", "%20")), field);
        verifyNoInteractions(calendar);
    }

    @ParameterizedTest
    @CsvSource({"GET, ?form=2026-11-23", "GET, ?from=2026-11-23&Limit=5", "POST, ?dryRun=true", "GET, /free-busy?x"})
    void unknownQueryParameterIsNamed(HttpMethod method, String rest) {
        MvcTestResult answer = method.equals(HttpMethod.POST)
                ? http.post()
                        .uri("/v1/schedules" + rest)
                        .header("Authorization", "Bearer token")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content(BODY)
                        .exchange()
                : api.call(method, "/v1/schedules" + rest);

        assertInvalid(answer, rest.replaceAll(".*[?&]([A-Za-z]+)(=[^=]*)?$", "$1"));
        verifyNoInteractions(calendar);
    }

    @Test
    void allUnknownParametersAreNamed() {
        MvcTestResult answer = api.call(HttpMethod.GET, "/v1/schedules?form=2026-11-23&limit=1&lmit=2");

        assertProblem(answer, 400, "invalid-request");
        assertThat(answer).bodyJson().extractingPath("$.errors[*].field").isEqualTo(List.of("form", "lmit"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"limit", "from", "cursor"})
    void emptyParameterIsNotReplacedByItsDefault(String name) {
        MvcTestResult answer = api.call(HttpMethod.GET, "/v1/schedules?" + name + "=");

        assertProblem(answer, 400, "invalid-request");
        assertThat(answer).bodyJson().extractingPath("$.errors[*].field").isEqualTo(List.of(name));
        verifyNoInteractions(calendar);
    }

    @Test
    void unescapedPlusOfAnOffsetIsExplained() {
        MvcTestResult answer = api.call(HttpMethod.GET, "/v1/schedules?from=2026-11-23T00:00:00%2009:00");

        assertThat(answer).hasStatus(400);
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.errors[0].message")
                .asString()
                .contains("%2B in a URL");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/v1/schedules/",
                "/v1/schedules/019aa5b1-0000-7000-8000-000000000002/",
                "/v1/schedules/free-busy/"
            })
    void trailingSlashIsNotFound(String path) {
        assertProblem(api.call(HttpMethod.GET, path), 404, "not-found");
        assertProblem(api.call(HttpMethod.DELETE, path), 404, "not-found");
        verifyNoInteractions(calendar);
    }
}

package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doThrow;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import dev.haru.platform.precondition.IfMatch;
import dev.haru.schedule.member.Member;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@WebMvcTest(ScheduleController.class)
class ScheduleControllerTests {

    private static final UUID MEMBER = UUID.fromString("019aa5b1-0000-7000-8000-000000000001");
    private static final UUID ID = UUID.fromString("019aa5b1-0000-7000-8000-000000000002");
    private static final UUID OTHER = UUID.fromString("019aa5b1-0000-7000-8000-000000000003");
    private static final Instant NOW = Instant.parse("2026-11-21T09:00:00.123456Z");
    private static final Plan DENTIST = new Plan(
            "Dentist",
            1,
            Instant.parse("2026-11-23T09:30:00Z"),
            Instant.parse("2026-11-23T10:15:00Z"),
            "Bring the X-ray");
    private static final Schedule SCHEDULE = new Schedule(ID, MEMBER, DENTIST, 3, NOW, NOW);

    private static final String BODY = """
            {"title": "Dentist", "locationId": 1, "startAt": "2026-11-23T18:30:00+09:00", "endAt": "2026-11-23T10:15:00.000Z",
             "note": "Bring the X-ray"}
            """;
    private static final String ANSWER = """
            {"scheduleId": "019aa5b1-0000-7000-8000-000000000002", "title": "Dentist", "locationId": 1,
             "startAt": "2026-11-23T09:30:00Z", "endAt": "2026-11-23T10:15:00Z", "note": "Bring the X-ray",
             "createdAt": "2026-11-21T09:00:00.123456Z", "updatedAt": "2026-11-21T09:00:00.123456Z"}
            """;

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private Calendar calendar;

    @MockitoBean
    private OpaqueTokenIntrospector introspector;

    @BeforeEach
    void member() {
        when(introspector.introspect("token"))
                .thenReturn(new Member(MEMBER, ZoneId.of("Asia/Seoul"), Instant.parse("2099-01-01T00:00:00Z")));
    }

    @Test
    void addReturnsLocationAndVersion() {
        when(calendar.add(MEMBER, DENTIST)).thenReturn(new ScheduleWithOverlaps(SCHEDULE, List.of()));

        MvcTestResult answer = post(BODY);

        assertThat(answer).hasStatus(201);
        assertThat(answer).hasHeader("Location", "/v1/schedules/" + ID).hasHeader("ETag", "\"3\"");
        assertThat(answer).bodyJson().isStrictlyEqualTo(withOverlaps(""));
    }

    @Test
    void addAtLimitReturnsScheduleLimitReached() {
        when(calendar.add(MEMBER, DENTIST)).thenThrow(ScheduleLimitReached.byMember());

        assertProblem(post(BODY), 406, "schedule-limit-reached");
    }

    @Test
    void requestWithoutTokenIsUnauthorized() {
        assertProblem(http.get().uri("/v1/schedules").exchange(), 401, "unauthorized");
        verifyNoInteractions(calendar);
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
        MvcTestResult answer = post(with(field, json));

        assertInvalid(answer, field);
        verifyNoInteractions(calendar);
    }

    @Test
    void tooLongTextIsNamed() {
        assertInvalid(post(with("title", "\"" + "a".repeat(201) + "\"")), "title");
        assertInvalid(post(with("note", "\"" + "a".repeat(2001) + "\"")), "note");
    }

    @Test
    void unknownFieldIsNamed() {
        assertInvalid(post(with("colour", "\"red\"")), "colour");
    }

    @Test
    void eachMissingFieldIsNamed() {
        MvcTestResult answer = post("{}");

        assertProblem(answer, 400, "invalid-request");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.errors[*].field")
                .asArray()
                .containsExactlyInAnyOrder("title", "locationId", "startAt", "endAt");
    }

    @Test
    void textsOfMaximumLengthAreAccepted() {
        when(calendar.add(any(), any())).thenReturn(new ScheduleWithOverlaps(SCHEDULE, List.of()));

        assertThat(post(with("title", "\"" + "a".repeat(200) + "\""))).hasStatus(201);
        assertThat(post(with("note", "\"" + "a\\n".repeat(1000) + "\""))).hasStatus(201);
        assertThat(post(with("note", "null"))).hasStatus(201);
    }

    @Test
    void scheduleOfMaximumDurationIsAccepted() {
        when(calendar.add(any(), any())).thenReturn(new ScheduleWithOverlaps(SCHEDULE, List.of()));

        assertThat(post(with("endAt", "\"2027-11-24T09:30:00Z\""))).hasStatus(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "[]", "\"text\"", "{\"title\": ", "{\"title\": \"a\", \"title\": \"b\"}"})
    void bodyWithoutValidObjectIsMalformed(String body) {
        assertProblem(post(body), 400, "malformed-request");
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

    @Test
    void pageContainsCursorOfTheNextPage() {
        Window window = Window.of(Instant.parse("2026-11-23T00:00:00Z"), null);
        when(calendar.list(MEMBER, window, window.start(), 2)).thenReturn(List.of(SCHEDULE, SCHEDULE));
        String cursor = new Position(DENTIST.startAt(), ID).toCursor(window);

        MvcTestResult answer = call(HttpMethod.GET, "/v1/schedules?from=2026-11-23T00:00:00Z&limit=1");

        assertThat(answer).hasStatusOk();
        assertThat(answer).bodyJson().isStrictlyEqualTo("""
                {"items": [%s], "nextCursor": "%s"}
                """.formatted(ANSWER, cursor));
    }

    @Test
    void listWithoutQueryStartsAtTheBeginning() {
        Window always = Window.of(null, null);
        when(calendar.list(MEMBER, always, always.start(), 21)).thenReturn(List.of());

        MvcTestResult answer = call(HttpMethod.GET, "/v1/schedules");

        assertThat(answer).bodyJson().isStrictlyEqualTo("""
                {"items": [], "nextCursor": null}
                """);
    }

    @Test
    void listWithCursorStartsAfterItsPosition() {
        Window always = Window.of(null, null);
        Position after = new Position(DENTIST.startAt(), ID);
        when(calendar.list(MEMBER, always, after, 101))
                .thenReturn(IntStream.range(0, 100).mapToObj(_ -> SCHEDULE).toList());

        MvcTestResult answer = call(HttpMethod.GET, "/v1/schedules?limit=100&cursor=" + after.toCursor(always));

        assertThat(answer).bodyJson().extractingPath("$.items").asArray().hasSize(100);
        assertThat(answer).bodyJson().extractingPath("$.nextCursor").isNull();
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
        assertInvalid(call(HttpMethod.GET, "/v1/schedules?" + query.replace("+", "%20")), field);
        verifyNoInteractions(calendar);
    }

    @Test
    void datesOfAQueryAreInTheMembersZone() {
        Window day = Window.of(Instant.parse("2026-11-22T15:00:00Z"), Instant.parse("2026-11-23T15:00:00Z"));
        when(calendar.list(MEMBER, day, day.start(), 21)).thenReturn(List.of(SCHEDULE));

        MvcTestResult answer = call(HttpMethod.GET, "/v1/schedules?from=2026-11-23&to=2026-11-24");

        assertThat(answer).bodyJson().extractingPath("$.items").asArray().hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "none", textBlock = """
            8e03978e-40d5-43e8-bc93-6894a57f9324     | 8e03978e-40d5-43e8-bc93-6894a57f9324
            "8e03978e-40d5-43e8-bc93-6894a57f9324"   | 8e03978e-40d5-43e8-bc93-6894a57f9324
            """)
    void idempotencyKeyIsAcceptedWithAndWithoutQuotes(String header, String key) {
        when(calendar.add(MEMBER, DENTIST, new IdempotencyKey(key)))
                .thenReturn(new ScheduleWithOverlaps(SCHEDULE, List.of()));

        assertThat(postWithKey(header)).hasStatus(201);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "two words", "caf\u00e9", "\"\""})
    void malformedIdempotencyKeyIsNamed(String key) {
        assertInvalid(postWithKey(key), "Idempotency-Key");
        assertInvalid(postWithKey("x".repeat(256)), "Idempotency-Key");
        verifyNoInteractions(calendar);
    }

    @Test
    void reusedIdempotencyKeyIsAConflict() {
        when(calendar.add(any(), any(), any())).thenThrow(IdempotencyKeyReused.forAnotherPlan());

        assertProblem(postWithKey("key"), 409, "idempotency-key-reused");
    }

    @Test
    void busyTimesContainTheirWindow() {
        Window window = Window.of(Instant.parse("2026-11-22T15:00:00Z"), Instant.parse("2026-11-24T00:00:00Z"));
        when(calendar.busyTimes(MEMBER, window))
                .thenReturn(List.of(new BusyTimes.Interval(DENTIST.startAt(), DENTIST.endAt())));

        MvcTestResult answer = call(HttpMethod.GET, "/v1/schedules/free-busy?from=2026-11-23&to=2026-11-24T00:00:00Z");

        assertThat(answer).hasStatusOk();
        assertThat(answer).bodyJson().isStrictlyEqualTo("""
                {"from": "2026-11-22T15:00:00Z", "to": "2026-11-24T00:00:00Z", "timeZone": "Asia/Seoul",
                 "busy": [{"startAt": "2026-11-23T09:30:00Z", "endAt": "2026-11-23T10:15:00Z"}]}
                """);
    }

    /** A year that repeats the hour of a clock change is an hour longer than 366 days of 24 hours. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            200 | from=2027-11-06&to=2028-11-06
            400 | from=2027-11-06&to=2028-11-07
            200 | from=2027-11-06T04:00:00Z&to=2028-11-06T04:00:00Z
            400 | from=2027-11-06T04:00:00Z&to=2028-11-06T05:00:00Z
            400 | from=2027-11-06&to=2028-11-06T05:00:00Z
            """)
    void limitOfBusyTimesCountsCalendarDays(int status, String query) {
        when(introspector.introspect("token"))
                .thenReturn(new Member(MEMBER, ZoneId.of("America/New_York"), Instant.parse("2099-01-01T00:00:00Z")));

        assertThat(call(HttpMethod.GET, "/v1/schedules/free-busy?" + query)).hasStatus(status);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            from | to=2026-11-24
            to   | from=2026-11-24
            from | from=yesterday&to=2026-11-24
            to   | from=2026-11-24&to=2026-11-24
            to   | from=2026-01-01&to=2027-01-03
            to   | from=2026-01-01&to=9999-12-31
            """)
    void invalidWindowOfBusyTimesIsNamed(String field, String query) {
        assertInvalid(call(HttpMethod.GET, "/v1/schedules/free-busy?" + query), field);
        verifyNoInteractions(calendar);
    }

    @Test
    void readReturnsScheduleAndVersion() {
        when(calendar.get(MEMBER, ID)).thenReturn(SCHEDULE);

        MvcTestResult answer = call(HttpMethod.GET, "/v1/schedules/" + ID);

        assertThat(answer).hasStatusOk();
        assertThat(answer).hasHeader("ETag", "\"3\"");
        assertThat(answer).bodyJson().isStrictlyEqualTo(ANSWER);
    }

    @Test
    void readWithCurrentVersionIsNotModified() {
        when(calendar.get(MEMBER, ID)).thenReturn(SCHEDULE);

        assertThat(call(HttpMethod.GET, "/v1/schedules/" + ID, "If-None-Match", "\"3\""))
                .hasStatus(304);
        assertThat(call(HttpMethod.GET, "/v1/schedules/" + ID, "If-None-Match", "\"2\""))
                .hasStatusOk();
    }

    @Test
    void unknownScheduleIsNotFound() {
        when(calendar.get(MEMBER, ID)).thenThrow(ScheduleNotFound.ofMember());

        assertProblem(call(HttpMethod.GET, "/v1/schedules/" + ID), 404, "not-found");
    }

    @ParameterizedTest
    @ValueSource(strings = {"7", "busy", "019aa5b1-0000-7000-8000-00000000000g"})
    void malformedIdIsNamed(String id) {
        assertInvalid(call(HttpMethod.GET, "/v1/schedules/" + id), "id");
        assertInvalid(call(HttpMethod.DELETE, "/v1/schedules/" + id), "id");
    }

    @Test
    void replaceReturnsNewVersionAndOverlaps() {
        when(calendar.reschedule(MEMBER, ID, new IfMatch(false, Set.of("2")), DENTIST))
                .thenReturn(new ScheduleWithOverlaps(SCHEDULE, List.of(OTHER)));

        MvcTestResult answer = put("If-Match", "\"2\"");

        assertThat(answer).hasStatusOk();
        assertThat(answer).hasHeader("ETag", "\"3\"");
        assertThat(answer).bodyJson().isStrictlyEqualTo(withOverlaps("\"" + OTHER + "\""));
    }

    @Test
    void replaceWithoutVersionIsRefused() {
        assertProblem(put("X-Other", "1"), 428, "precondition-required");
        verifyNoInteractions(calendar);
    }

    @Test
    void replaceOfStaleVersionFailsThePrecondition() {
        when(calendar.reschedule(any(), any(), any(), any())).thenThrow(ScheduleChanged.sinceRead());

        assertProblem(put("If-Match", "\"2\""), 412, "precondition-failed");
    }

    @Test
    void malformedVersionIsNamed() {
        assertInvalid(put("If-Match", "3"), "If-Match");
        assertInvalid(call(HttpMethod.DELETE, "/v1/schedules/" + ID, "If-Match", "3"), "If-Match");
        verifyNoInteractions(calendar);
    }

    @Test
    void deleteWithoutVersionDeletesAnyVersion() {
        assertThat(call(HttpMethod.DELETE, "/v1/schedules/" + ID)).hasStatus(204);
        verify(calendar).remove(MEMBER, ID);
    }

    @Test
    void deleteWithVersionDeletesOnlyThatVersion() {
        doThrow(ScheduleChanged.sinceRead()).when(calendar).remove(MEMBER, ID, new IfMatch(false, Set.of("2")));

        assertThat(call(HttpMethod.DELETE, "/v1/schedules/" + ID, "If-Match", "\"3\""))
                .hasStatus(204);
        assertProblem(call(HttpMethod.DELETE, "/v1/schedules/" + ID, "If-Match", "\"2\""), 412, "precondition-failed");
    }

    @Test
    void unknownPathAndMethodAreProblems() {
        assertProblem(call(HttpMethod.GET, "/v1/reports/daily"), 404, "not-found");
        assertProblem(call(HttpMethod.GET, "/v1/schedules/" + ID + "/notes"), 404, "not-found");
        assertProblem(call(HttpMethod.PATCH, "/v1/schedules/" + ID), 405, "method-not-allowed");
    }

    private MvcTestResult post(String body) {
        return http.post()
                .uri("/v1/schedules")
                .header("Authorization", "Bearer token")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    private MvcTestResult put(String header, String value) {
        return http.put()
                .uri("/v1/schedules/" + ID)
                .header("Authorization", "Bearer token")
                .header(header, value)
                .contentType(MediaType.APPLICATION_JSON)
                .content(BODY)
                .exchange();
    }

    private MvcTestResult postWithKey(String key) {
        var call = http.post()
                .uri("/v1/schedules")
                .header("Authorization", "Bearer token")
                .contentType(MediaType.APPLICATION_JSON)
                .content(BODY);
        return (key == null ? call : call.header("Idempotency-Key", key)).exchange();
    }

    private MvcTestResult call(HttpMethod method, String uri) {
        return call(method, uri, "X-Other", "1");
    }

    private MvcTestResult call(HttpMethod method, String uri, String header, String value) {
        return http.method(method)
                .uri(URI.create(uri))
                .header("Authorization", "Bearer token")
                .header(header, value)
                .exchange();
    }

    private static String withOverlaps(String ids) {
        return ANSWER.strip().replaceAll("}$", ", \"overlaps\": [" + ids + "]}");
    }

    private static String with(String field, String json) {
        String fields =
                BODY.replaceAll("\"" + field + "\": (\"[^\"]*\"|\\d+),?", "").strip();
        return fields.substring(0, fields.length() - 1).strip().replaceAll(",$", "")
                + ", \"%s\": %s}".formatted(field, json);
    }

    private static void assertInvalid(MvcTestResult answer, String field) {
        assertProblem(answer, 400, "invalid-request");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.errors[*].field")
                .asArray()
                .contains(field);
    }

    private static void assertProblem(MvcTestResult answer, int status, String code) {
        assertThat(answer).hasStatus(status).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo(code);
        assertThat(answer).bodyJson().extractingPath("$.traceId").asString().matches("[0-9a-f]{32}");
    }
}

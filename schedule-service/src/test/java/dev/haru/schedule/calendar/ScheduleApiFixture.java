package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.when;

import dev.haru.schedule.member.Member;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneId;
import java.util.UUID;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** A signed-in member, one schedule in all its forms, and the calls of its HTTP interface. */
@TestComponent
class ScheduleApiFixture {

    static final UUID MEMBER = UUID.fromString("019aa5b1-0000-7000-8000-000000000001");
    static final UUID ID = UUID.fromString("019aa5b1-0000-7000-8000-000000000002");
    static final UUID OTHER = UUID.fromString("019aa5b1-0000-7000-8000-000000000003");
    static final Instant NOW = Instant.parse("2026-11-21T09:00:00.123456Z");
    static final Plan DENTIST = new Plan(
            "Dentist",
            1,
            Instant.parse("2026-11-23T09:30:00Z"),
            Instant.parse("2026-11-23T10:15:00Z"),
            "Bring the X-ray");
    static final Schedule SCHEDULE = new Schedule(ID, MEMBER, DENTIST, 3, NOW, NOW);
    static final Occurrence OCCURRENCE = Occurrence.whole(SCHEDULE);
    static final ZoneId ZONE = ZoneId.of("Asia/Seoul");

    static final String BODY = """
            {"title": "Dentist", "locationId": 1, "startAt": "2026-11-23T18:30:00+09:00", "endAt": "2026-11-23T10:15:00.000Z",
             "note": "Bring the X-ray"}
            """;
    static final String ANSWER = """
            {"scheduleId": "019aa5b1-0000-7000-8000-000000000002", "title": "Dentist", "locationId": 1,
             "startAt": "2026-11-23T09:30:00Z", "endAt": "2026-11-23T10:15:00Z", "note": "Bring the X-ray",
             "createdAt": "2026-11-21T09:00:00.123456Z", "updatedAt": "2026-11-21T09:00:00.123456Z",
             "version": "3"}
            """;

    private final MockMvcTester http;
    private final OpaqueTokenIntrospector introspector;

    ScheduleApiFixture(MockMvcTester http, OpaqueTokenIntrospector introspector) {
        this.http = http;
        this.introspector = introspector;
    }

    /** Makes the token that of the member, whose time zone is this one. */
    void signIn(ZoneId zone) {
        when(introspector.introspect("token"))
                .thenReturn(new Member(MEMBER, zone, Instant.parse("2099-01-01T00:00:00Z")));
    }

    MvcTestResult post(String body) {
        return http.post()
                .uri("/v1/schedules")
                .header("Authorization", "Bearer token")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    MvcTestResult put(String header, String value) {
        return http.put()
                .uri("/v1/schedules/" + ID)
                .header("Authorization", "Bearer token")
                .header(header, value)
                .contentType(MediaType.APPLICATION_JSON)
                .content(BODY)
                .exchange();
    }

    MvcTestResult postWithKey(String key) {
        return http.post()
                .uri("/v1/schedules")
                .header("Authorization", "Bearer token")
                .header("Idempotency-Key", key)
                .contentType(MediaType.APPLICATION_JSON)
                .content(BODY)
                .exchange();
    }

    MvcTestResult call(HttpMethod method, String uri) {
        return call(method, uri, "X-Other", "1");
    }

    MvcTestResult call(HttpMethod method, String uri, String header, String value) {
        return http.method(method)
                .uri(URI.create(uri))
                .header("Authorization", "Bearer token")
                .header(header, value)
                .exchange();
    }

    /** Returns the answer to a change, which contains the ids of overlapping schedules. */
    static String withOverlaps(String ids) {
        return ANSWER.strip().replaceAll("}$", ", \"overlaps\": [" + ids + "]}");
    }

    /** Returns the body of a schedule with another value of a field. */
    static String with(String field, String json) {
        String fields =
                BODY.replaceAll("\"" + field + "\": (\"[^\"]*\"|\\d+),?", "").strip();
        return fields.substring(0, fields.length() - 1).strip().replaceAll(",$", "")
                + ", \"%s\": %s}".formatted(field, json);
    }

    static void assertInvalid(MvcTestResult answer, String field) {
        assertProblem(answer, 400, "invalid-request");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.errors[*].field")
                .asArray()
                .contains(field);
    }

    static void assertProblem(MvcTestResult answer, int status, String code) {
        assertThat(answer).hasStatus(status).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo(code);
        assertThat(answer).bodyJson().extractingPath("$.traceId").asString().matches("[0-9a-f]{32}");
    }
}

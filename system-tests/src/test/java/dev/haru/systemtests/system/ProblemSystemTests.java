package dev.haru.systemtests.system;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every client error is answered with problem details that contain a code and the trace id. */
@SystemTest
class ProblemSystemTests {

    private static final String SCHEDULE = """
            {"title":"%s","locationId":%s,"startAt":"%s","endAt":"%s"}""";

    private final Client client;

    ProblemSystemTests(Client client) {
        this.client = client;
    }

    @Test
    void unknownRouteIsNotFound() {
        assertProblem(client.get("/v2/anything"), 404, "route-not-found");
    }

    @Test
    void missingTokenIsUnauthorized() {
        assertProblem(client.get("/v1/members/me"), 401, "unauthorized");
    }

    @Test
    void tokenWithAWrongChecksumIsUnauthorized() {
        assertProblem(client.withToken("hru_" + "a".repeat(49)).get("/v1/schedules"), 401, "unauthorized");
    }

    @Test
    void wrongPasswordAndUnknownNicknameGetTheSameResponse() {
        Answer wrongPassword = client.login("seed_0", "password00000000");
        Answer unknownNickname = client.login(Client.freshNickname(), "password00000000");

        assertProblem(wrongPassword, 401, "invalid-credentials");
        assertProblem(unknownNickname, 401, "invalid-credentials");
        assertThat(withoutTrace(unknownNickname)).isEqualTo(withoutTrace(wrongPassword));
    }

    @Test
    void wrongMethodIsNotAllowed() {
        assertProblem(client.signedIn("seed_0").delete("/v1/locations"), 405, "method-not-allowed");
    }

    @Test
    void wrongMediaTypeIsUnsupported() {
        Answer answer = client.with("Content-Type", "text/plain")
                .send("POST", "/v1/auth/user/login", "nickname=seed_0".getBytes(UTF_8));

        assertProblem(answer, 415, "unsupported-media-type");
    }

    @Test
    void tooLargeBodyIsRefused() {
        String body = """
                {"nickname":"%s","password":"x"}""".formatted("x".repeat(2_000_000));

        assertProblem(client.post("/v1/auth/user/login", body), 413, "content-too-large");
    }

    @Test
    void malformedJsonIsABadRequest() {
        assertProblem(client.post("/v1/auth/user/login", "{\"nickname\":"), 400, "malformed-request");
    }

    @Test
    void invalidUtf8IsABadRequest() {
        byte[] body = "{\"nickname\":\"\u00ff\u00fe\",\"password\":\"password12345678\"}".getBytes(ISO_8859_1);
        Answer answer = client.with("Content-Type", "application/json").send("POST", "/v1/auth/user/login", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("/traceId")).isNotEmpty();
    }

    @Test
    void unknownRegionNamesItsField() {
        Answer answer = client.post("/v1/auth/user/register", """
                {"nickname":"%s","password":"password12345678","region_name":"Atlantis"}""".formatted(Client.freshNickname()));

        assertInvalid(answer, "region_name");
    }

    @ParameterizedTest
    @MethodSource("invalidSchedules")
    void invalidScheduleNamesItsField(String field, String body) {
        assertInvalid(client.signedIn("seed_1").post("/v1/schedules", body), field);
    }

    static Stream<Arguments> invalidSchedules() {
        String start = "2030-01-07T09:00:00Z";
        String end = "2030-01-07T10:00:00Z";
        return Stream.of(
                Arguments.of("title", SCHEDULE.formatted("", "1", start, end)),
                Arguments.of("title", SCHEDULE.formatted("x".repeat(5000), "1", start, end)),
                Arguments.of("title", "{\"locationId\":1,\"startAt\":\"" + start + "\",\"endAt\":\"" + end + "\"}"),
                Arguments.of("locationId", SCHEDULE.formatted("Far", "4711", start, end)),
                Arguments.of("locationId", SCHEDULE.formatted("Text", "\"home\"", start, end)),
                Arguments.of("endAt", SCHEDULE.formatted("Backwards", "1", end, start)),
                Arguments.of("startAt", SCHEDULE.formatted("Someday", "1", "tomorrow", end)),
                Arguments.of("startAt", SCHEDULE.formatted("No such day", "1", "2030-02-30T09:00:00Z", end)),
                Arguments.of("endAt", SCHEDULE.formatted("Far", "1", start, "+1000000000-01-01T00:00:00Z")),
                Arguments.of(
                        "colour", SCHEDULE.formatted("Extra", "1", start, end).replace("}", ",\"colour\":1}")));
    }

    @Test
    void invalidIdInThePathIsRefused() {
        Answer answer = client.signedIn("seed_2").get("/v1/schedules/not-an-id");

        assertThat(answer.status()).isIn(400, 404);
        assertThat(answer.text("/traceId")).isNotEmpty();
    }

    private static void assertInvalid(Answer answer, String field) {
        assertProblem(answer, 400, "invalid-request");
        assertThat(answer.json()
                        .at("/errors")
                        .valueStream()
                        .map(error -> error.at("/field").asString()))
                .contains(field);
    }

    private static void assertProblem(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.text("/code")).isEqualTo(code);
        assertThat(answer.text("/type")).isEqualTo("urn:haru:problem:" + code);
        assertThat(answer.text("/traceId")).matches("[0-9a-f]{32}").isEqualTo(answer.header("X-Trace-Id"));
    }

    private static String withoutTrace(Answer answer) {
        return answer.body().replace(answer.text("/traceId"), "");
    }
}

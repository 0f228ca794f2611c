package dev.haru.schedule;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** The calls about schedules, and their answers. */
record ScheduleCalls(RestTestClient http) {

    /** The form of a schedule, whose location is a parameter. */
    static final String BODY = """
            {"title": "Dentist", "locationId": %d, "startAt": "2026-11-23T09:30:00.123456789Z",
             "endAt": "2026-11-23T10:15:00.000Z"}
            """;

    ResponseSpec add(String token, int locationId) {
        return call(HttpMethod.POST, "/v1/schedules", token, BODY.formatted(locationId));
    }

    /** Adds a schedule and returns its path. */
    String newSchedule(String token) {
        return String.valueOf(
                add(token, 1).returnResult(String.class).getResponseHeaders().getLocation());
    }

    ResponseSpec replace(String place, String token, String ifMatch) {
        return replace(place, token, ifMatch, BODY.formatted(2));
    }

    ResponseSpec replace(String place, String token, String ifMatch, String body) {
        return http.put()
                .uri(place)
                .headers(headers -> headers.setBearerAuth(token))
                .header(HttpHeaders.IF_MATCH, ifMatch)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body)
                .exchange();
    }

    ResponseSpec patch(String path, String token, String body, @Nullable String ifMatch) {
        return patch(path, token, body, ifMatch, "application/merge-patch+json");
    }

    ResponseSpec patch(String path, String token, String body, @Nullable String ifMatch, String type) {
        var call = http.patch().uri(path).headers(headers -> headers.setBearerAuth(token));
        if (ifMatch != null) {
            call.header(HttpHeaders.IF_MATCH, ifMatch);
        }
        return call.contentType(MediaType.valueOf(type)).body(body).exchange();
    }

    ResponseSpec call(HttpMethod method, String uri, String token, @Nullable String body) {
        var request = http.method(method).uri(uri).headers(headers -> headers.setBearerAuth(token));
        return body == null
                ? request.exchange()
                : request.contentType(MediaType.APPLICATION_JSON).body(body).exchange();
    }

    static String bodyOf(ResponseSpec answer) {
        return String.valueOf(
                answer.expectStatus().isOk().returnResult(String.class).getResponseBody());
    }

    static RestTestClient.BodyContentSpec assertProblem(ResponseSpec answer, int status, String code) {
        return answer.expectStatus()
                .isEqualTo(status)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo(code)
                .jsonPath("$.traceId")
                .exists();
    }
}

package dev.haru.schedule;

import static dev.haru.schedule.member.MemberServiceStub.tokenOf;

import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** HTTP calls with the token of a member, or without a token. */
record CatalogueCalls(RestTestClient http, @Nullable String token) {

    static CatalogueCalls of(RestTestClient http, UUID memberId) {
        return new CatalogueCalls(http, tokenOf(memberId));
    }

    static CatalogueCalls anonymous(RestTestClient http) {
        return new CatalogueCalls(http, null);
    }

    /** Returns the form of a template without items. */
    static String form(String title) {
        return """
                {"category": "travel", "title": "%s", "description": "Somewhere", "durationMinutes": 60, "locationId": 1}
                """.formatted(title);
    }

    ResponseSpec get(String path) {
        return call(HttpMethod.GET, path, null);
    }

    ResponseSpec post(String path, String body) {
        return call(HttpMethod.POST, path, body);
    }

    ResponseSpec put(String path, String body) {
        return call(HttpMethod.PUT, path, body);
    }

    /** Sends a merge patch with the ETag of the resource. */
    ResponseSpec patch(String path, String body, String etag) {
        return http.patch()
                .uri(path)
                .headers(all -> all.setBearerAuth(String.valueOf(token)))
                .header("If-Match", etag)
                .contentType(MediaType.valueOf("application/merge-patch+json"))
                .body(body)
                .exchange();
    }

    ResponseSpec delete(String path) {
        return call(HttpMethod.DELETE, path, null);
    }

    /** Sends a request with additional headers, each a name followed by its value. */
    ResponseSpec call(HttpMethod method, String path, @Nullable String body, String... headers) {
        RestTestClient.RequestBodySpec call = http.method(method).uri(path);
        if (token != null) {
            call.headers(all -> all.setBearerAuth(token));
        }
        for (int i = 0; i < headers.length; i += 2) {
            call.header(headers[i], headers[i + 1]);
        }
        if (body != null) {
            call.contentType(MediaType.APPLICATION_JSON).body(body);
        }
        return call.exchange();
    }

    /** Creates a draft; returns its path. */
    String draft(String form) {
        return String.valueOf(post("/v1/templates", form)
                .expectStatus()
                .isCreated()
                .returnResult(String.class)
                .getResponseHeaders()
                .getLocation());
    }

    /** Creates and releases a template; returns its path. */
    String released(String form) {
        String path = draft(form);
        post(path + "/release", "{}").expectStatus().isOk();
        return path;
    }

    /** Returns the ETag of the resource at a path. */
    String etag(String path) {
        return String.valueOf(get(path)
                .expectStatus()
                .isOk()
                .returnResult(String.class)
                .getResponseHeaders()
                .getETag());
    }

    /** Returns the id at the end of a path. */
    static String id(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Returns the JSON path of a field of this template in a list. */
    static String listed(String path, String field) {
        return "$.items[?(@.templateId == '%s')].%s".formatted(id(path), field);
    }

    static void assertProblem(ResponseSpec answer, int status, String code) {
        answer.expectStatus().isEqualTo(status).expectBody().jsonPath("$.code").isEqualTo(code);
    }

    static void assertField(ResponseSpec answer, String field) {
        answer.expectStatus()
                .isEqualTo(400)
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }
}

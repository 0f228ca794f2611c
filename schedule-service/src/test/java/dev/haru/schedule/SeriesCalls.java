package dev.haru.schedule;

import static dev.haru.schedule.member.MemberServiceStub.tokenOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The calls of one member about series. A call fails unless its answer has the expected status. */
record SeriesCalls(RestTestClient http, JsonMapper json, UUID member) {

    /** A lesson in Berlin, four times. */
    static final String LESSON = """
            {"title": "Lesson", "locationId": 3, "localStart": "2026-10-19T09:00:00", "localEnd": "2026-10-19T10:00:00",
             "timeZone": "Europe/Berlin", "note": "Room 5", "tags": ["school"], "reminders": [10],
             "recurrence": {"rule": "FREQ=WEEKLY;COUNT=4"}}""";

    /** An event in place of the second lesson. */
    static final String EXAM = """
            {"title": "Exam", "locationId": 3, "localStart": "2026-10-27T11:00:00", "localEnd": "2026-10-27T13:00:00",
             "timeZone": "Europe/Berlin"}""";

    /** The list of all their occurrences, in pages of two. */
    static final String WINDOW = "/v1/schedules?from=2026-10-01&to=2026-12-01&limit=2";

    SeriesCalls of(UUID other) {
        return new SeriesCalls(http, json, other);
    }

    /** Adds a schedule, and returns its path. */
    String added(String body) {
        return "/v1/schedules/"
                + send(HttpMethod.POST, "/v1/schedules", body, null, 201)
                        .path("scheduleId")
                        .asString();
    }

    /** Returns the items of all pages of a list. */
    List<JsonNode> items(String query) {
        List<JsonNode> items = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = read(query + cursor);
            page.path("items").forEach(items::add);
            cursor = page.path("nextCursor").isNull()
                    ? ""
                    : "&cursor=" + page.path("nextCursor").asString();
        } while (!cursor.isEmpty());
        return items;
    }

    /** Returns one field of each item. */
    static List<String> texts(List<JsonNode> items, String pointer) {
        return items.stream().map(item -> item.at(pointer).asString()).toList();
    }

    JsonNode read(String path) {
        return send(HttpMethod.GET, path, null, null, 200);
    }

    JsonNode send(HttpMethod method, String path, @Nullable String body, @Nullable String ifMatch, int status) {
        var request = http.method(method).uri(path).headers(headers -> headers.setBearerAuth(tokenOf(member)));
        if (ifMatch != null) {
            request.header(HttpHeaders.IF_MATCH, ifMatch);
        }
        var answer = (body == null
                        ? request
                        : request.contentType(
                                        method == HttpMethod.PATCH
                                                ? MediaType.valueOf("application/merge-patch+json")
                                                : MediaType.APPLICATION_JSON)
                                .body(body))
                .exchange()
                .returnResult(String.class);
        assertThat(answer.getStatus().value())
                .as(method + " " + path + " " + answer.getResponseBody())
                .isEqualTo(status);
        String text = answer.getResponseBody();
        return json.readTree(text == null || text.isEmpty() ? "{}" : text);
    }
}

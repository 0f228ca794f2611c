package dev.haru.schedule;

import static dev.haru.schedule.member.MemberServiceStub.tokenOf;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.EntityExchangeResult;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Imports into the calendar of one member, and exports of it. */
record CalendarFiles(RestTestClient http, JsonMapper json, UUID member) {

    private static final MediaType CALENDAR = MediaType.parseMediaType("text/calendar");

    /** An event whose UID is the parameter. */
    static final String EVENT = """
            BEGIN:VEVENT
            UID:%1$s
            DTSTART;TZID=Asia/Seoul:20261123T093000
            DTEND;TZID=Asia/Seoul:20261123T101500
            SUMMARY:Lesson %1$s
            X-OTHER;A="b:c":d
            END:VEVENT
            """;

    /** The same event every week. */
    static final String SERIES = EVENT.replace("SUMMARY", "RRULE:FREQ=WEEKLY\nSUMMARY");

    /** The change of the second week. */
    static final String CHANGE = EVENT.replace("DTSTART", "RECURRENCE-ID;TZID=Asia/Seoul:20261130T093000\nDTSTART");

    CalendarFiles of(UUID other) {
        return new CalendarFiles(http, json, other);
    }

    /** Imports the components and returns the report. */
    JsonNode imported(String components, String query) {
        return begun(calendar(components), query);
    }

    JsonNode begun(String file, String query) {
        EntityExchangeResult<byte[]> accepted = post(file.getBytes(UTF_8), query)
                .expectStatus()
                .isAccepted()
                .expectBody()
                .returnResult();
        String id = json.readTree(accepted.getResponseBody()).path("importId").asString();
        assertThat(accepted.getResponseHeaders().getLocation()).hasToString("/v1/schedules/imports/" + id);
        return ended(id);
    }

    JsonNode ended(String id) {
        return await().until(
                        () -> json.readTree(http.get()
                                .uri("/v1/schedules/imports/" + id)
                                .headers(this::signIn)
                                .exchange()
                                .expectBody(String.class)
                                .returnResult()
                                .getResponseBody()),
                        report -> !report.path("status").asString().equals("pending"));
    }

    RestTestClient.ResponseSpec post(byte[] file, String query) {
        return http.post()
                .uri("/v1/schedules/import" + query)
                .headers(this::signIn)
                .contentType(CALENDAR)
                .body(file)
                .exchange();
    }

    EntityExchangeResult<String> export(String query, String accept) {
        return http.get()
                .uri("/v1/schedules" + query)
                .headers(this::signIn)
                .header("Accept", accept)
                .exchange()
                .expectBody(String.class)
                .returnResult();
    }

    JsonNode list() {
        return json.readTree(export("", "application/json").getResponseBody());
    }

    static String calendar(String components) {
        return "BEGIN:VCALENDAR\nVERSION:2.0\n" + components + "END:VCALENDAR\n";
    }

    static void assertCounts(JsonNode report, int added, int changed, int unchanged, int refused) {
        assertThat(Stream.of("added", "changed", "unchanged", "refused")
                        .map(name -> report.path("counts").path(name).asInt()))
                .as(report.toString())
                .containsExactly(added, changed, unchanged, refused);
    }

    void signIn(HttpHeaders headers) {
        headers.setBearerAuth(tokenOf(member));
    }
}

package dev.haru.schedule;

import static dev.haru.schedule.member.MemberServiceStub.tokenOf;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.schedule.calendar.ScheduleFixture;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** The limit of a single member, which auth-service changes for an operator. */
@WholeService
class ScheduleLimitTests {

    private static final String CREDENTIAL = "auth-service:" + EmbeddedDatabase.SECRET;

    @Autowired
    private RestTestClient http;

    private final UUID member = ScheduleFixture.newMember();
    private final String token = tokenOf(member);

    @Test
    void limitAppliesToTheNextAddition() {
        read().expectStatus().isOk().expectBody().json("{\"limit\": 30, \"used\": 0, \"own\": null}");
        change("{\"limit\": 1}").expectStatus().isOk().expectBody().json("{\"limit\": 1, \"used\": 0, \"own\": 1}");
        add().expectStatus().isCreated();
        add().expectStatus().isEqualTo(406);

        change("{\"limit\": 2}").expectStatus().isOk().expectBody().json("{\"limit\": 2, \"used\": 1}");
        add().expectStatus().isCreated();

        change("{\"limit\": 0}").expectBody().json("{\"limit\": 0, \"used\": 2}");
        read().expectBody().json("{\"limit\": 0, \"used\": 2, \"own\": 0}");
        add().expectStatus().isEqualTo(406);
        change("{\"limit\": null}").expectBody().json("{\"limit\": 30, \"used\": 2}"); // application.yml of the tests
        add().expectStatus().isCreated();
    }

    @Test
    void erasedMemberKeepsTheLimitOfZero() {
        http.delete()
                .uri("/internal/members/" + member + "/schedules")
                .header("X-Service-Credential", CREDENTIAL)
                .exchange()
                .expectStatus()
                .isNoContent();

        change("{\"limit\": 5}").expectStatus().isNotFound();
        read().expectStatus().isNotFound();
        add().expectStatus().is4xxClientError();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"limit\": -1}", "{\"limit\": 20001}", "{\"limit\": \"x\"}", "[]"})
    void invalidLimitIsRefused(String body) {
        change(body).expectStatus().isBadRequest();
    }

    private ResponseSpec read() {
        return http.get()
                .uri("/internal/members/" + member + "/schedule-limit")
                .header("X-Service-Credential", CREDENTIAL)
                .exchange();
    }

    private ResponseSpec change(String body) {
        return http.put()
                .uri("/internal/members/" + member + "/schedule-limit")
                .header("X-Service-Credential", CREDENTIAL)
                .contentType(MediaType.APPLICATION_JSON)
                .body(body)
                .exchange();
    }

    private ResponseSpec add() {
        return http.post()
                .uri("/v1/schedules")
                .header("Authorization", "Bearer " + token)
                .contentType(MediaType.APPLICATION_JSON)
                .body("""
                        {"title": "Dentist", "locationId": 1, "startAt": "2026-11-23T09:30:00Z",
                         "endAt": "2026-11-23T10:15:00Z"}
                        """)
                .exchange();
    }
}

package dev.haru.schedule;

import static dev.haru.schedule.ScheduleCalls.BODY;
import static dev.haru.schedule.ScheduleCalls.assertProblem;
import static dev.haru.schedule.ScheduleCalls.bodyOf;
import static dev.haru.schedule.member.MemberServiceStub.tokenOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.schedule.calendar.ScheduleFixture;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** Patches and replacements of a schedule. */
@WholeService
class ScheduleEditingTests {

    private ScheduleCalls schedules;

    @BeforeEach
    void calls(@Autowired RestTestClient http) {
        schedules = new ScheduleCalls(http);
    }

    @Test
    void patchChangesOnlyItsMembers() {
        String token = tokenOf(ScheduleFixture.newMember());
        String place = schedules.newSchedule(token);
        schedules
                .patch(place, token, "{\"note\": \"Bring the X-ray\"}", "\"0\"")
                .expectStatus()
                .isOk();

        schedules
                .patch(place, token, "{\"title\": \"Doctor\", \"startAt\": \"2026-11-23T18:00:00+09:00\"}", "\"1\"")
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("ETag", "\"2\"")
                .expectBody()
                .jsonPath("$.title")
                .isEqualTo("Doctor")
                .jsonPath("$.startAt")
                .isEqualTo("2026-11-23T09:00:00Z")
                .jsonPath("$.endAt")
                .isEqualTo("2026-11-23T10:15:00Z")
                .jsonPath("$.note")
                .isEqualTo("Bring the X-ray");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"note\": \"Bring the X-ray\"}", "{\"title\": \"%s\", \"note\": \"Bring the X-ray\"}"})
    void patchKeepsATitleThatIsTooLongToday(String patch) {
        UUID member = ScheduleFixture.newMember();
        String title = "x".repeat(201);
        String place = ScheduleFixture.pathOfScheduleWithTitle(member, title);

        schedules
                .patch(place, tokenOf(member), patch.replace("%s", title), "\"0\"")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.title")
                .isEqualTo(title)
                .jsonPath("$.note")
                .isEqualTo("Bring the X-ray");
        schedules
                .patch(place, tokenOf(member), "{\"title\": \"%sx\"}".formatted(title), "\"1\"")
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("title");
    }

    @Test
    void nullInPatchRemovesTheNote() {
        String token = tokenOf(ScheduleFixture.newMember());
        String place = schedules.newSchedule(token);
        schedules
                .patch(place, token, "{\"note\": \"Bring the X-ray\"}", "\"0\"")
                .expectStatus()
                .isOk();

        schedules
                .patch(place, token, "{\"note\": null}", "\"1\"")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.note")
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            title      | {"title": null}
            title      | {"title": " "}
            title      | {"title": 7}
            title      | {"title": {"a": 1}}
            locationId | {"locationId": null}
            locationId | {"locationId": 99}
            startAt    | {"startAt": null}
            endAt      | {"endAt": "2026-11-23T09:30:00Z"}
            endAt      | {"startAt": "2026-11-24T09:30:00Z"}
            note       | {"note": []}
            color      | {"color": null}
            """)
    void invalidMemberOfPatchIsNamed(String field, String body) {
        String token = tokenOf(ScheduleFixture.newMember());
        String place = schedules.newSchedule(token);

        assertProblem(schedules.patch(place, token, body, "\"0\""), 400, "invalid-request")
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @Test
    void tooLongTextOfPatchIsNamed() {
        String token = tokenOf(ScheduleFixture.newMember());

        assertProblem(
                        schedules.patch(
                                schedules.newSchedule(token),
                                token,
                                "{\"title\": \"%s\"}".formatted("a".repeat(201)),
                                "\"0\""),
                        400,
                        "invalid-request")
                .jsonPath("$.errors[0].field")
                .isEqualTo("title");
    }

    @Test
    void allWrongTypesOfAPatchAreNamed() {
        String token = tokenOf(ScheduleFixture.newMember());

        assertProblem(
                        schedules.patch(
                                schedules.newSchedule(token),
                                token,
                                "{\"title\": 1, \"locationId\": \"x\", \"startAt\": true, \"color\": \"red\"}",
                                "\"0\""),
                        400,
                        "invalid-request")
                .jsonPath("$.errors[*].field")
                .isEqualTo(List.of("color", "locationId", "startAt", "title"));
    }

    @Test
    void removalOfAReadOnlyFieldIsRefused() {
        String token = tokenOf(ScheduleFixture.newMember());

        assertProblem(
                        schedules.patch(
                                schedules.newSchedule(token),
                                token,
                                "{\"createdAt\": null, \"scheduleId\": null}",
                                "\"0\""),
                        400,
                        "invalid-request")
                .jsonPath("$.errors[*].field")
                .isEqualTo(List.of("createdAt", "scheduleId"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            scheduleId | "019aa5b1-0000-7000-8000-000000000003"
            createdAt  | "2026-11-21T09:00:00Z"
            updatedAt  | "2026-11-21T09:00:00Z"
            version    | "2"
            """)
    void changeOfAReadOnlyFieldIsNamed(String field, String json) {
        String token = tokenOf(ScheduleFixture.newMember());
        String place = schedules.newSchedule(token);
        String member = "\"" + field + "\": " + json;

        for (ResponseSpec answer : List.of(
                schedules.replace(
                        place,
                        token,
                        "\"0\"",
                        "{" + member + ", " + BODY.formatted(1).strip().substring(1)),
                schedules.patch(place, token, "{" + member + "}", "\"0\""))) {
            assertProblem(answer, 400, "invalid-request")
                    .jsonPath("$.errors[*].field")
                    .isEqualTo(List.of(field));
        }
        assertProblem(schedules.patch(place, token, "{" + member + "}", "\"7\""), 412, "precondition-failed");
    }

    @Test
    void replaceAndPatchAcceptAScheduleAsRead() {
        String token = tokenOf(ScheduleFixture.newMember());
        String other = schedules.newSchedule(token).replace("/v1/schedules/", "");
        String place = schedules.newSchedule(token);
        String read = bodyOf(schedules.call(HttpMethod.GET, place, token, null));
        String withOverlaps = read.replaceAll("}$", ",\"overlaps\":[\"" + other + "\"]}");

        String replaced = bodyOf(schedules.replace(place, token, "\"0\"", withOverlaps.replace("Dentist", "Doctor")));
        String patched = bodyOf(schedules.patch(place, token, replaced.replace("Doctor", "Surgeon"), "\"1\""));

        assertThat(replaced).contains("\"title\":\"Doctor\"", "\"version\":\"1\"");
        assertThat(patched).contains("\"title\":\"Surgeon\"", "\"version\":\"2\"");
    }

    @Test
    void outdatedOverlapsDoNotPreventAnEdit() {
        String token = tokenOf(ScheduleFixture.newMember());
        String other = schedules.newSchedule(token);
        String place = schedules.newSchedule(token);
        String overlaps = "{\"overlaps\": [\"%s\"], ".formatted(other.replace("/v1/schedules/", ""));
        schedules.call(HttpMethod.DELETE, other, token, null).expectStatus().isNoContent();

        schedules
                .patch(place, token, overlaps + "\"note\": \"Bring the X-ray\"}", "\"0\"")
                .expectStatus()
                .isOk();
        schedules
                .replace(
                        place,
                        token,
                        "\"1\"",
                        overlaps + BODY.formatted(1).strip().substring(1))
                .expectStatus()
                .isOk();
    }

    @Test
    void requestWithoutChangesKeepsTheVersion() {
        String token = tokenOf(ScheduleFixture.newMember());
        String place = schedules.newSchedule(token);
        String read = bodyOf(schedules.call(HttpMethod.GET, place, token, null));

        for (ResponseSpec answer : List.of(
                schedules.patch(place, token, "{}", "\"0\""),
                schedules.patch(place, token, read, "\"0\""),
                schedules.patch(place, token, "{\"title\": \"Dentist\"}", "\"0\""),
                schedules.replace(place, token, "\"0\"", read))) {
            answer.expectStatus().isOk().expectHeader().valueEquals("ETag", "\"0\"");
        }
        assertThat(bodyOf(schedules.call(HttpMethod.GET, place, token, null))).isEqualTo(read);
    }

    @Test
    void patchRequiresTheCurrentVersion() {
        String token = tokenOf(ScheduleFixture.newMember());
        String place = schedules.newSchedule(token);

        assertProblem(schedules.patch(place, token, "{}", null), 428, "precondition-required");
        assertProblem(schedules.patch(place, token, "{}", "\"7\""), 412, "precondition-failed");
        assertProblem(schedules.patch("/v1/schedules/" + UUID.randomUUID(), token, "{}", "\"0\""), 404, "not-found");
    }

    @Test
    void patchOfAnotherMediaTypeIsRefused() {
        String token = tokenOf(ScheduleFixture.newMember());

        assertProblem(
                schedules.patch(schedules.newSchedule(token), token, "{}", "\"0\"", "application/json"),
                415,
                "unsupported-media-type");
    }
}

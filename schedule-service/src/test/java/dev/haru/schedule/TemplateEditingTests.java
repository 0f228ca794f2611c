package dev.haru.schedule;

import static dev.haru.schedule.CatalogueCalls.form;
import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** Tests the read-only fields and the merge patches of templates. */
@WholeService
class TemplateEditingTests {

    private static final String STUDY_PLAN = """
            {"category": "study", "title": "Study plan", "description": "Two chapters", "durationMinutes": 1500,
             "locationId": 6, "items": [
               {"startsAfterMinutes": 0, "durationMinutes": 45, "title": "Chapter 1"},
               {"startsAfterMinutes": 1440, "durationMinutes": 60, "locationId": 1, "note": "The last one"}]}
            """;

    @Autowired
    private RestTestClient http;

    private CatalogueCalls owner;

    @BeforeEach
    void clients() {
        owner = CatalogueCalls.of(http, UUID.randomUUID());
    }

    @Test
    void editTakesWhatReadReturns() {
        String path = owner.released(STUDY_PLAN);
        String read = bodyOf(owner.get(path));

        replace(path, owner.etag(path), read.replace("\"title\":\"Study plan\"", "\"title\":\"Plan\""))
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.title")
                .isEqualTo("Plan");
        assertThat(namedBy(replace(path, owner.etag(path), read))).containsExactly("updatedAt", "version");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            "templateId": "019aa5b1-0000-7000-8000-000000000003" | templateId
            "status": "draft"                                    | status
            "own": false                                         | own
            "ratings": 7                                         | ratings
            "adoptions": 7                                       | adoptions
            "averageRating": 4.5                                 | averageRating
            "ownRating": 5                                       | ownRating
            "createdAt": "2026-11-21T09:00:00Z"                  | createdAt
            "updatedAt": "2026-11-21T09:00:00Z"                  | updatedAt
            "releasedAt": "2026-11-21T09:00:00Z"                 | releasedAt
            "version": "7"                                       | version
            "category": {"code": "travel", "name": "Work"}       | category.name
            "category": {"code": "travel", "icon": "book"}       | category.icon
            "category": {"code": "travel", "colour": "red"}      | category.colour
            "category": {"code": ""}                             | category
            "category": 7                                        | category
            """)
    void changeOfAReadOnlyFieldIsNamed(String member, String field) {
        String path = owner.released(form("Mine"));
        String body = with(member);

        assertThat(namedBy(replace(path, owner.etag(path), body))).containsOnly(field);
        assertThat(namedBy(owner.post("/v1/templates", body))).containsOnly(field);
        assertThat(namedBy(owner.patch(path, "{" + member + "}", owner.etag(path))))
                .containsOnly(field);
    }

    @Test
    void outdatedCountsDoNotPreventAnEdit() {
        String path = owner.released(form("Mine"));

        replace(path, "\"1\"", with("\"ratings\": 7, \"averageRating\": 4.5, \"ownRating\": null"))
                .expectStatus()
                .isOk();
    }

    @Test
    void patchChangesOnlyItsMembers() {
        String path = owner.released(STUDY_PLAN);

        patch(path, "{\"title\": \"Plan\", \"imageUrl\": \"https://images.example.org/a.jpg\"}", "title", "Plan");
        patch(path, "{\"category\": {\"code\": \"travel\"}}", "category.code", "travel");
        patch(path, "{\"items\": [{\"startsAfterMinutes\": 5, \"durationMinutes\": 10}]}", "items[0].title", "Plan");
        owner.get(path).expectBody().jsonPath("$.imageUrl").isEqualTo("https://images.example.org/a.jpg");
        patch(path, "{\"imageUrl\": null}", "imageUrl", null);
        patch(path, "{\"items\": null}", "items.length()", 0);
        assertThat(owner.etag(path)).startsWith("\"6.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"title": null}                                     | title
            {"category": null}                                  | category
            {"category": "nowhere"}                             | category
            {"durationMinutes": 0}                              | durationMinutes
            {"items": [{"durationMinutes": "x"}, {"note": 1}]}  | items[0].durationMinutes items[1].note
            {"items": [{"durationMinutes": 10}]}                | items[0].startsAfterMinutes
            {"status": null}                                    | status
            {"colour": "red"}                                   | colour
            {"title": 1, "durationMinutes": "x"}                | title durationMinutes
            {"title": 1, "colour": "red", "items": [{"note": 1}]} | title colour items[0].note
            """)
    void invalidMemberOfAPatchIsNamed(String patch, String fields) {
        String path = owner.released(form("Mine"));

        assertThat(namedBy(owner.patch(path, patch, "*"))).containsExactlyInAnyOrder(fields.split(" ", -1));
    }

    private ResponseSpec replace(String path, String ifMatch, String body) {
        return owner.call(HttpMethod.PUT, path, body, "If-Match", ifMatch);
    }

    /** Patches the current version, and checks a field of the response. */
    private void patch(String path, String patch, String field, @Nullable Object value) {
        String body =
                bodyOf(owner.patch(path, patch, owner.etag(path)).expectStatus().isOk());
        assertThat(JsonPath.<@Nullable Object>read(body, "$." + field)).isEqualTo(value);
    }

    /** Returns a form with this member in addition, or instead of the form's own category. */
    private static String with(String member) {
        String form = form("Mine").strip();
        return member.startsWith("\"category\"")
                ? form.replace("\"category\": \"travel\"", member)
                : "{" + member + ", " + form.substring(1);
    }

    private static String bodyOf(ResponseSpec answer) {
        return String.valueOf(answer.returnResult(String.class).getResponseBody());
    }

    private static List<String> namedBy(ResponseSpec answer) {
        return JsonPath.read(bodyOf(answer.expectStatus().isBadRequest()), "$.errors[*].field");
    }
}

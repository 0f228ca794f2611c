package dev.haru.schedule;

import static dev.haru.schedule.CatalogueCalls.assertField;
import static dev.haru.schedule.CatalogueCalls.assertProblem;
import static dev.haru.schedule.CatalogueCalls.form;
import static dev.haru.schedule.CatalogueCalls.listed;

import dev.haru.schedule.template.TemplateFixture;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Ratings of released templates by other members. */
@WholeService
class RatingTests {

    private static final String NEWEST = "/v1/templates?order=newest&category=travel&limit=100";

    private CatalogueCalls owner;
    private CatalogueCalls other;
    private CatalogueCalls anonymous;

    @BeforeEach
    void clients(@Autowired RestTestClient http) {
        owner = CatalogueCalls.of(http, UUID.randomUUID());
        other = CatalogueCalls.of(http, UUID.randomUUID());
        anonymous = CatalogueCalls.anonymous(http);
    }

    @Test
    void ratingIsVisibleToItsMemberAtOnceToOthersAfterRefresh() {
        String path = owner.released(form("Rated"));
        String before = other.etag(path);

        other.put(path + "/review", "{\"rating\": 2}").expectStatus().isNoContent();
        other.put(path + "/review", "{\"rating\": 5}").expectStatus().isNoContent();

        other.call(HttpMethod.GET, path, null, "If-None-Match", before)
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.ownRating")
                .isEqualTo(5);
        other.get(NEWEST).expectBody().jsonPath(listed(path, "ownRating")).isEqualTo(5);
        anonymous.get(NEWEST).expectBody().jsonPath(listed(path, "ownRating")).doesNotExist();

        TemplateFixture.refresh();
        anonymous
                .get(NEWEST)
                .expectBody()
                .jsonPath(listed(path, "averageRating"))
                .isEqualTo(5.0)
                .jsonPath(listed(path, "ratings"))
                .isEqualTo(1);

        other.delete(path + "/review").expectStatus().isNoContent();
        other.get(path).expectBody().jsonPath("$.ownRating").isEmpty();
    }

    @Test
    void onlyReleasedTemplatesOfOthersCanBeRated() {
        String draft = owner.draft(form("Draft"));
        String released = owner.released(form("Released"));

        assertProblem(other.put(draft + "/review", "{\"rating\": 5}"), 404, "not-found");
        assertProblem(owner.put(released + "/review", "{\"rating\": 5}"), 403, "own-template");
        assertProblem(owner.put(draft + "/review", "{\"rating\": 5}"), 403, "own-template");
        assertProblem(anonymous.put(released + "/review", "{\"rating\": 5}"), 401, "unauthorized");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "6", "-1", "4.5", "\"4\"", "null", "99999999999", "[4]"})
    void invalidRatingIsRefused(String rating) {
        String path = owner.released(form("Rated badly"));

        assertField(other.put(path + "/review", "{\"rating\": " + rating + "}"), "rating");
    }
}

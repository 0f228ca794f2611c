package dev.haru.schedule;

import static dev.haru.schedule.CatalogueCalls.assertField;
import static dev.haru.schedule.CatalogueCalls.assertProblem;
import static dev.haru.schedule.CatalogueCalls.form;
import static dev.haru.schedule.CatalogueCalls.listed;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.haru.schedule.template.TemplateFixture;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Templates as their owner, another member and a client without a token see them. */
@WholeService
class CatalogueTests {

    private static final String NEWEST = "/v1/templates?order=newest&category=travel&limit=100";

    @Autowired
    private RestTestClient http;

    private CatalogueCalls owner;
    private CatalogueCalls other;
    private CatalogueCalls anonymous;

    @BeforeEach
    void clients() {
        owner = CatalogueCalls.of(http, UUID.randomUUID());
        other = CatalogueCalls.of(http, UUID.randomUUID());
        anonymous = CatalogueCalls.anonymous(http);
    }

    @Test
    void draftIsVisibleToItsOwnerOnly() {
        String draft = owner.draft(form("Hidden"));

        owner.get(draft).expectStatus().isOk().expectBody().jsonPath("$.status").isEqualTo("draft");
        owner.get("/v1/templates/mine")
                .expectBody()
                .jsonPath("$.items[0].title")
                .isEqualTo("Hidden");
        assertProblem(other.get(draft), 404, "not-found");
        assertProblem(anonymous.get(draft), 404, "not-found");
        other.get("/v1/templates/mine").expectBody().jsonPath("$.items").isEmpty();
        anonymous.get(NEWEST).expectBody().jsonPath(listed(draft, "templateId")).doesNotExist();
    }

    @Test
    void releasedTemplateIsVisibleUntilItIsWithdrawn() {
        String path = owner.released(form("Everybody's"));

        anonymous
                .get(path)
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.category.code")
                .isEqualTo("travel")
                .jsonPath("$.own")
                .isEqualTo(false)
                .jsonPath("$.averageRating")
                .isEmpty();
        anonymous.get(NEWEST).expectBody().jsonPath(listed(path, "templateId")).exists();

        owner.post(path + "/withdraw", "{}").expectStatus().isOk();

        assertProblem(anonymous.get(path), 404, "not-found");
        anonymous.get(NEWEST).expectBody().jsonPath(listed(path, "templateId")).doesNotExist();
        owner.get(path).expectBody().jsonPath("$.status").isEqualTo("withdrawn");
    }

    @Test
    void versionInTheListIsAcceptedAsIfMatch() {
        String path = owner.draft(form("Trip"));
        owner.post(path + "/release", "{}").expectStatus().isOk();

        owner.get("/v1/templates/mine")
                .expectBody()
                .jsonPath("$.items[0].version")
                .isEqualTo("1");
        anonymous.get(NEWEST).expectBody().jsonPath(listed(path, "version")).isEqualTo("1");
        owner.get(path).expectBody().jsonPath("$.version").isEqualTo("1");
        owner.patch(path, "{\"title\": \"Journey\"}", "\"1\"").expectStatus().isOk();
        anonymous.get(NEWEST).expectBody().jsonPath(listed(path, "version")).isEqualTo("2");
    }

    @Test
    void markupIsReturnedAsText() {
        String title = "<script>alert(1)</script> & <b>bold</b>";
        String path = owner.released(form(title));

        anonymous
                .get(path)
                .expectHeader()
                .contentType(MediaType.APPLICATION_JSON)
                .expectBody()
                .jsonPath("$.title")
                .isEqualTo(title);
    }

    @ParameterizedTest
    @CsvSource({"ko, 여행, ko", "de-AT;q=0.9, Reisen, de", "fr, Travel, en", "*, Travel, en", "';;', Travel, en"})
    void categoryNameIsInTheRequestedLanguage(String language, String name, String contentLanguage) {
        String path = owner.released(form("Languages"));

        for (String list : List.of("/v1/templates", "/v1/templates/mine")) {
            owner.call(HttpMethod.GET, list, null, "Accept-Language", language)
                    .expectHeader()
                    .valueEquals("Content-Language", contentLanguage);
        }
        anonymous
                .call(HttpMethod.GET, path, null, "Accept-Language", language)
                .expectHeader()
                .valueEquals("Content-Language", contentLanguage)
                .expectBody()
                .jsonPath("$.category.name")
                .isEqualTo(name);
    }

    @Test
    void unknownCategoryListsTheKnownOnes() {
        assertProblem(anonymous.get("/v1/templates?category=nonsense"), 404, "unknown-category");
        anonymous
                .get("/v1/templates?category=nonsense")
                .expectBody()
                .jsonPath("$.categories[?(@ == 'travel')]")
                .exists();
    }

    @Test
    void cursorIsValidForItsOwnListOnly() {
        owner.released(form("Page 1"));
        owner.released(form("Page 2"));
        String list = "/v1/templates?order=newest&category=travel&limit=1";
        Page page = Objects.requireNonNull(
                anonymous.get(list).expectBody(Page.class).returnResult().getResponseBody());
        String cursor = "&cursor=" + page.nextCursor();

        anonymous.get(list + cursor).expectStatus().isOk();
        assertField(anonymous.get("/v1/templates?order=best-rated&category=travel&limit=1" + cursor), "cursor");
        assertField(anonymous.get("/v1/templates?order=newest&category=study&limit=1" + cursor), "cursor");
        assertField(anonymous.get("/v1/templates?order=newest" + cursor), "cursor");
        assertField(anonymous.get(list + "&cursor=nonsense"), "cursor");
        assertField(anonymous.get("/v1/templates?order=nonsense"), "order");
        assertField(anonymous.get("/v1/templates?order="), "order");
        assertField(anonymous.get("/v1/templates?limit=0"), "limit");
        assertField(anonymous.get("/v1/templates?limit=101"), "limit");
        assertField(anonymous.get("/v1/templates/nonsense"), "id");
    }

    @Test
    void onlyDraftsAndWithdrawnTemplatesAreDeleted() {
        String path = owner.released(form("To be deleted"));
        other.put(path + "/review", "{\"rating\": 3}").expectStatus().isNoContent();

        assertProblem(owner.delete(path), 409, "template-released");
        assertProblem(other.delete(path), 404, "not-found");
        owner.post(path + "/withdraw", "{}").expectStatus().isOk();
        owner.delete(path).expectStatus().isNoContent();

        assertProblem(owner.get(path), 404, "not-found");
        assertProblem(owner.post(owner.draft(form("Draft")) + "/withdraw", "{}"), 409, "template-not-released");
    }

    @Test
    void templateBeyondTheLimitIsRefused() {
        CatalogueCalls full = CatalogueCalls.of(http, TemplateFixture.memberWithDrafts(100));

        assertProblem(full.post("/v1/templates", form("One more")), 409, "template-limit-reached");
    }

    @Test
    void changesAndOwnListWithoutATokenAreUnauthorized() {
        String path = owner.released(form("Closed"));

        assertProblem(anonymous.get("/v1/templates/mine"), 401, "unauthorized");
        assertProblem(anonymous.post("/v1/templates", form("Anonymous")), 401, "unauthorized");
        assertProblem(anonymous.put(path, form("Anonymous")), 401, "unauthorized");
        assertProblem(anonymous.post(path + "/release", "{}"), 401, "unauthorized");
        assertProblem(anonymous.post(path + "/withdraw", "{}"), 401, "unauthorized");
        assertProblem(anonymous.post(path + "/adoptions", "{}"), 401, "unauthorized");
        assertProblem(anonymous.delete(path), 401, "unauthorized");
        assertProblem(anonymous.delete(path + "/review"), 401, "unauthorized");
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Page(String nextCursor) {}
}

package dev.haru.schedule;

import static dev.haru.schedule.CatalogueCalls.form;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.schedule.template.TemplateFixture;
import java.sql.Connection;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** Tests templates as their owner, another member and a client without a token see them. */
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

    @ParameterizedTest
    @CsvSource({"30, first 20 are listed", "31, A field is not valid", "20001, A field is not valid"})
    void errorReportOfManyItemsIsSmall(int items, String detail) {
        String body = "{\"items\": [%s]}".formatted("{},".repeat(items - 1) + "{}");

        owner.post("/v1/templates", body)
                .expectStatus()
                .isBadRequest()
                .expectBody(String.class)
                .value(answer -> assertThat(answer).contains(detail).hasSizeLessThan(4096));
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
    void editRequiresTheCurrentVersionAndRatingsKeepIt() {
        String path = owner.released(form("First"));
        String read = owner.etag(path);
        other.put(path + "/review", "{\"rating\": 4}").expectStatus().isNoContent();

        assertProblem(owner.put(path, form("Second")), 428, "precondition-required");
        edit(path, read, "Second")
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.title")
                .isEqualTo("Second")
                .jsonPath("$.status")
                .isEqualTo("released");
        assertProblem(edit(path, read, "Third"), 412, "precondition-failed");
        assertProblem(edit(path, "0", "Third"), 400, "invalid-request");
        assertProblem(other.call(HttpMethod.PUT, path, form("Mine"), "If-Match", "*"), 404, "not-found");
        anonymous.get(path).expectBody().jsonPath("$.title").isEqualTo("Second");
    }

    @Test
    void editWithEqualContentKeepsTheVersion() {
        String path = owner.released(form("Same"));
        String read = owner.etag(path);

        edit(path, read, "Same").expectStatus().isOk();

        assertThat(owner.etag(path)).isEqualTo(read);
    }

    @Test
    void readDuringAnEditReturnsOneVersion() throws Exception {
        String path = owner.released(form("First").replace("}", """
                , "items": [{"startsAfterMinutes": 0, "durationMinutes": 5}]}"""));

        try (Connection editing = TemplateFixture.lockItems();
                ExecutorService reader = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<ResponseSpec> answer = reader.submit(() -> anonymous.get(path));
            await().until(() -> TemplateFixture.waitingStatements() == 1);
            TemplateFixture.editAndCommit(editing, UUID.fromString(id(path)), "Second");

            answer.get()
                    .expectBody()
                    .jsonPath("$.title")
                    .isEqualTo("Second")
                    .jsonPath("$.items")
                    .isEmpty();
        }
    }

    @Test
    void concurrentReleasesWithoutIfMatchSucceed() throws Exception {
        String draft = owner.draft(form("Released twice at once"));

        assertThat(releaseTwiceConcurrently(draft)).containsOnly(200);
    }

    @Test
    void oneOfTwoReleasesOfTheSameVersionIsRefused() throws Exception {
        String draft = owner.draft(form("Released twice at once"));

        assertThat(releaseTwiceConcurrently(draft, "If-Match", owner.etag(draft)))
                .containsExactlyInAnyOrder(200, 412);
    }

    /** Releases the draft twice. Both requests have read the draft before either writes. */
    private List<Integer> releaseTwiceConcurrently(String draft, String... headers) throws Exception {
        try (Connection holding = TemplateFixture.lockTemplate(UUID.fromString(id(draft)));
                ExecutorService both = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> answers = IntStream.range(0, 2)
                    .mapToObj(_ -> both.submit(() -> owner.call(HttpMethod.POST, draft + "/release", "{}", headers)
                            .returnResult(String.class)
                            .getStatus()
                            .value()))
                    .toList();
            await().until(() -> TemplateFixture.waitingStatements() == 2);
            holding.rollback();
            return List.of(answers.get(0).get(), answers.get(1).get());
        }
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
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            category        | "unknown"
            category        | null
            title           | ""
            title           | "two\\nlines"
            title           | 7
            description     | null
            durationMinutes | 0
            durationMinutes | 527041
            durationMinutes | 1.5
            locationId      | 4711
            imageUrl        | "http://images.example.org/a.jpg"
            imageUrl        | "javascript:alert(1)"
            imageUrl        | "https:///a.jpg"
            imageUrl        | "https://user@images.example.org/a.jpg"
            imageUrl        | "https://images.example.org/a b.jpg"
            imageUrl        | "//images.example.org/a.jpg"
            items           | 7
            status          | "released"
            """)
    void invalidFieldIsNamed(String field, String value) {
        String other = """
                "category": "travel", "title": "T", "description": "D", "durationMinutes": 60, "locationId": 1
                """.replaceAll("\"%s\": [^,]*(, )?".formatted(field), "").strip();

        assertField(
                owner.post("/v1/templates", "{\"%s\": %s, %s}".formatted(field, value, other.replaceAll(",$", ""))),
                field);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"startsAfterMinutes": -1, "durationMinutes": 5}                    | items[0].startsAfterMinutes
            {"startsAfterMinutes": 0}                                           | items[0].durationMinutes
            {"startsAfterMinutes": 56, "durationMinutes": 5}                    | items[0].durationMinutes
            {"startsAfterMinutes": 0, "durationMinutes": 5, "title": ""}        | items[0].title
            {"startsAfterMinutes": 0, "durationMinutes": 5, "title": " "}       | items[0].title
            {"startsAfterMinutes": 0, "durationMinutes": 5, "title": "\\u3000"}  | items[0].title
            {"startsAfterMinutes": 0, "durationMinutes": 5, "locationId": 4711} | items
            null                                                                | items[0]
            """)
    void invalidItemIsNamed(String item, String field) {
        assertField(
                owner.post("/v1/templates", form("Items").replace("}", ", \"items\": [%s]}".formatted(item))), field);
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
        assertField(anonymous.get("/v1/templates?limit=0"), "limit");
        assertField(anonymous.get("/v1/templates?limit=101"), "limit");
        assertField(anonymous.get("/v1/templates/nonsense"), "id");
    }

    @ParameterizedTest
    @CsvSource({"ko, 여행", "de-AT;q=0.9, Reisen", "fr, Travel", "*, Travel", "';;', Travel"})
    void categoryNameIsInTheRequestedLanguage(String language, String name) {
        String path = owner.released(form("Languages"));

        anonymous
                .call(HttpMethod.GET, path, null, "Accept-Language", language)
                .expectBody()
                .jsonPath("$.category.name")
                .isEqualTo(name);
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
        assertProblem(anonymous.post("/v1/templates", form("Nobody's")), 401, "unauthorized");
        assertProblem(anonymous.put(path, form("Nobody's")), 401, "unauthorized");
        assertProblem(anonymous.post(path + "/release", "{}"), 401, "unauthorized");
        assertProblem(anonymous.post(path + "/withdraw", "{}"), 401, "unauthorized");
        assertProblem(anonymous.post(path + "/adoptions", "{}"), 401, "unauthorized");
        assertProblem(anonymous.delete(path), 401, "unauthorized");
        assertProblem(anonymous.delete(path + "/review"), 401, "unauthorized");
    }

    private ResponseSpec edit(String path, String ifMatch, String title) {
        return owner.call(HttpMethod.PUT, path, form(title), "If-Match", ifMatch);
    }

    private static String id(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String listed(String path, String field) {
        return "$.items[?(@.templateId == '%s')].%s".formatted(id(path), field);
    }

    private static void assertProblem(ResponseSpec answer, int status, String code) {
        answer.expectStatus().isEqualTo(status).expectBody().jsonPath("$.code").isEqualTo(code);
    }

    private static void assertField(ResponseSpec answer, String field) {
        answer.expectStatus()
                .isEqualTo(400)
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @com.fasterxml.jackson.annotation.JsonIgnoreProperties(ignoreUnknown = true)
    record Page(String nextCursor) {}
}

package dev.haru.schedule;

import static dev.haru.schedule.CatalogueCalls.assertProblem;
import static dev.haru.schedule.CatalogueCalls.form;
import static dev.haru.schedule.CatalogueCalls.id;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.schedule.template.TemplateFixture;
import java.sql.Connection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** Edits and releases by the version that was read, also at the same time. */
@WholeService
class TemplateVersionTests {

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
    void patchChangesOnlyItsMembers() {
        String path = owner.draft("""
                {"category": "travel", "title": "Trip", "description": "Somewhere", "durationMinutes": 60,
                 "locationId": 1, "imageUrl": "https://images.example.org/trip.jpg",
                 "items": [{"title": "First", "startsAfterMinutes": 0, "durationMinutes": 30}]}
                """);

        owner.patch(path, "{\"title\": \"Journey\", \"imageUrl\": null}", owner.etag(path))
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.title")
                .isEqualTo("Journey")
                .jsonPath("$.imageUrl")
                .isEmpty()
                .jsonPath("$.category.code")
                .isEqualTo("travel")
                .jsonPath("$.items[0].title")
                .isEqualTo("First");
    }

    @Test
    void patchRequiresTheCurrentVersion() {
        String path = owner.draft(form("Trip"));

        assertProblem(owner.patch(path, "{}", "\"7\""), 412, "precondition-failed");
        assertProblem(owner.patch(path, "{}", "\"0.zzzz\""), 412, "precondition-failed");
        assertProblem(other.patch(path, "{}", "\"0\""), 404, "not-found");
        assertProblem(owner.call(HttpMethod.PATCH, path, "{}", "If-Match", "\"0\""), 415, "unsupported-media-type");
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

    private ResponseSpec edit(String path, String ifMatch, String title) {
        return owner.call(HttpMethod.PUT, path, form(title), "If-Match", ifMatch);
    }
}

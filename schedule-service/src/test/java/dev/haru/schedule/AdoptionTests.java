package dev.haru.schedule;

import static dev.haru.schedule.CatalogueCalls.assertProblem;
import static dev.haru.schedule.CatalogueCalls.form;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.schedule.calendar.IdempotencyKey;
import dev.haru.schedule.calendar.ScheduleFixture;
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
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;

/** Tests the effect of adoptions on the calendar and the ranking, and the erasure of both. */
@WholeService
class AdoptionTests {

    private static final String STUDY_PLAN = """
            {"category": "study", "title": "Study plan", "description": "Two chapters", "durationMinutes": 1500,
             "locationId": 6, "items": [
               {"startsAfterMinutes": 0, "durationMinutes": 45, "title": "Chapter 1"},
               {"startsAfterMinutes": 1440, "durationMinutes": 60, "locationId": 1, "note": "The last one"}]}
            """;
    private static final String MONDAY = "{\"startAt\": \"2026-11-23T10:00:00Z\"}";

    @Autowired
    private RestTestClient http;

    private final UUID author = UUID.randomUUID();
    private CatalogueCalls owner;

    @BeforeEach
    void owner() {
        owner = CatalogueCalls.of(http, author);
    }

    @Test
    void adoptionAddsAllSchedules() {
        String path = owner.released(STUDY_PLAN);
        CatalogueCalls member = CatalogueCalls.of(http, UUID.randomUUID());

        List<String> ids = adopted(member.post(path + "/adoptions", MONDAY));

        assertThat(ids).hasSize(2);
        member.get("/v1/schedules/" + ids.get(0))
                .expectBody()
                .jsonPath("$.title")
                .isEqualTo("Chapter 1")
                .jsonPath("$.locationId")
                .isEqualTo(6)
                .jsonPath("$.startAt")
                .isEqualTo("2026-11-23T10:00:00Z")
                .jsonPath("$.endAt")
                .isEqualTo("2026-11-23T10:45:00Z");
        member.get("/v1/schedules/" + ids.get(1))
                .expectBody()
                .jsonPath("$.title")
                .isEqualTo("Study plan")
                .jsonPath("$.locationId")
                .isEqualTo(1)
                .jsonPath("$.startAt")
                .isEqualTo("2026-11-24T10:00:00Z")
                .jsonPath("$.note")
                .isEqualTo("The last one");
    }

    @Test
    void templateWithoutItemsAddsOneSchedule() {
        String path = owner.released(form("Morning run"));
        CatalogueCalls member = CatalogueCalls.of(http, UUID.randomUUID());

        String id = adopted(member.post(path + "/adoptions", MONDAY)).getFirst();

        member.get("/v1/schedules/" + id)
                .expectBody()
                .jsonPath("$.title")
                .isEqualTo("Morning run")
                .jsonPath("$.endAt")
                .isEqualTo("2026-11-23T11:00:00Z");
    }

    @Test
    void recurringItemIsAddedAsOneSeries() {
        String path = owner.released(
                STUDY_PLAN.replace("\"note\": \"The last one\"", "\"recurrenceRule\": \"FREQ=WEEKLY;COUNT=4\""));
        UUID memberId = UUID.randomUUID();
        CatalogueCalls member = CatalogueCalls.of(http, memberId);

        List<String> ids = adopted(member.post(path + "/adoptions", MONDAY));

        member.get(path).expectBody().jsonPath("$.items[1].recurrenceRule").isEqualTo("FREQ=WEEKLY;COUNT=4");
        member.get("/v1/schedules/" + ids.get(1))
                .expectBody()
                .jsonPath("$.recurrence.rule")
                .isEqualTo("FREQ=WEEKLY;COUNT=4")
                .jsonPath("$.startAt")
                .isEqualTo("2026-11-24T10:00:00Z");
        member.get("/v1/schedules?from=2026-11-23&limit=100")
                .expectBody()
                .jsonPath("$.items.length()")
                .isEqualTo(5);
        assertThat(ScheduleFixture.used(memberId)).isEqualTo(2);
    }

    @Test
    void adoptionBeyondTheLimitAddsAndCountsNothing() {
        String path = owner.released(STUDY_PLAN);
        UUID member = ScheduleFixture.memberWithSchedules(29);

        assertProblem(CatalogueCalls.of(http, member).post(path + "/adoptions", MONDAY), 406, "schedule-limit-reached");

        assertThat(ScheduleFixture.rows(member)).isEqualTo(29);
        assertThat(ScheduleFixture.used(member)).isEqualTo(29);
        assertThat(TemplateFixture.count("adoption", "member_id = ?", member)).isZero();
    }

    @Test
    void secondAdoptionAddsSchedulesAndCountsOnce() {
        String path = owner.released(STUDY_PLAN);
        UUID member = UUID.randomUUID();
        CatalogueCalls calls = CatalogueCalls.of(http, member);

        adopted(calls.post(path + "/adoptions", MONDAY));
        adopted(calls.post(path + "/adoptions", MONDAY));
        adopted(owner.post(path + "/adoptions", MONDAY));
        TemplateFixture.refresh();

        assertThat(ScheduleFixture.rows(member)).isEqualTo(4);
        assertThat(ScheduleFixture.rows(author)).isEqualTo(2);
        calls.get(path).expectBody().jsonPath("$.adoptions").isEqualTo(1);
    }

    @Test
    void adoptionDuringAnEditUsesOneVersion() throws Exception {
        String path = owner.released(STUDY_PLAN);
        CatalogueCalls member = CatalogueCalls.of(http, UUID.randomUUID());

        try (Connection editing = TemplateFixture.lockItems();
                ExecutorService worker = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<List<String>> ids = worker.submit(() -> adopted(member.post(path + "/adoptions", MONDAY)));
            await().until(() -> TemplateFixture.waitingStatements() == 1);
            TemplateFixture.editAndCommit(
                    editing, UUID.fromString(path.substring(path.lastIndexOf('/') + 1)), "One chapter");

            assertThat(ids.get()).hasSize(1);
            member.get("/v1/schedules/" + ids.get().getFirst())
                    .expectBody()
                    .jsonPath("$.title")
                    .isEqualTo("One chapter");
        }
    }

    @Test
    void repeatedAdoptionWithAKeyAddsSchedulesOnce() {
        String path = owner.released(STUDY_PLAN);
        UUID member = UUID.randomUUID();
        CatalogueCalls calls = CatalogueCalls.of(http, member);

        List<String> first = adopted(keyed(calls, path, MONDAY));
        List<String> again = adopted(keyed(calls, path, MONDAY));

        assertThat(again).isEqualTo(first).hasSize(2);
        assertThat(ScheduleFixture.rows(member)).isEqualTo(2);
        assertProblem(keyed(calls, path, "{\"startAt\": \"2026-11-24T10:00:00Z\"}"), 409, "idempotency-key-reused");
    }

    /** A key is unique for the member and the operation. */
    @Test
    void keyOfAnAddedScheduleMayBeUsedForAnAdoption() {
        String path = owner.released(STUDY_PLAN);
        CatalogueCalls calls = CatalogueCalls.of(http, UUID.randomUUID());

        calls.call(HttpMethod.POST, "/v1/schedules", ScheduleCalls.BODY.formatted(1), "Idempotency-Key", "evening")
                .expectStatus()
                .isCreated();

        assertThat(adopted(keyed(calls, path, MONDAY))).hasSize(2);
    }

    @Test
    void repeatedKeyIsGoneOnceAllItsSchedulesAreDeleted() {
        String path = owner.released(STUDY_PLAN);
        CatalogueCalls calls = CatalogueCalls.of(http, UUID.randomUUID());
        List<String> first = adopted(keyed(calls, path, MONDAY));

        calls.delete("/v1/schedules/" + first.getFirst()).expectStatus().isNoContent();
        assertThat(adopted(keyed(calls, path, MONDAY))).isEqualTo(first);

        calls.delete("/v1/schedules/" + first.getLast()).expectStatus().isNoContent();
        assertProblem(keyed(calls, path, MONDAY), 410, "schedule-deleted");
    }

    @Test
    void newIdempotencyKeyBeyondTheLimitIsRefused() {
        String path = owner.released(STUDY_PLAN);
        UUID member = UUID.randomUUID();
        EmbeddedDatabase.jdbc("schedule")
                .sql("""
                insert into idempotent_adoption (member_id, key, fingerprint, schedule_ids, adopted_at)
                select ?, 'k' || i, 'x', '{}', now() from generate_series(1, ?) i
                """)
                .params(member, IdempotencyKey.MAX_A_DAY)
                .update();

        assertProblem(keyed(CatalogueCalls.of(http, member), path, MONDAY), 429, "idempotency-key-limit-reached");
    }

    @Test
    void refusedAdoptionUsesNoKey() {
        String path = owner.released(STUDY_PLAN);
        UUID member = ScheduleFixture.memberWithSchedules(29);
        CatalogueCalls calls = CatalogueCalls.of(http, member);

        assertProblem(keyed(calls, path, MONDAY), 406, "schedule-limit-reached");

        assertThat(TemplateFixture.count("idempotent_adoption", "member_id = ?", member))
                .isZero();
    }

    @Test
    void concurrentAdoptionsStayWithinTheLimit() throws Exception {
        String path = owner.released(STUDY_PLAN);
        UUID member = ScheduleFixture.memberWithSchedules(25);
        CatalogueCalls calls = CatalogueCalls.of(http, member);

        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> all = IntStream.range(0, 6)
                    .mapToObj(_ -> workers.submit(() -> calls.post(path + "/adoptions", MONDAY)
                            .returnResult(String.class)
                            .getStatus()
                            .value()))
                    .toList();
            int successes = 0;
            for (Future<Integer> status : all) {
                assertThat(status.get()).isIn(201, 406);
                successes += status.get() == 201 ? 1 : 0;
            }
            assertThat(successes).isEqualTo(2);
        }
        assertThat(ScheduleFixture.rows(member)).isEqualTo(29);
        assertThat(ScheduleFixture.used(member)).isEqualTo(29);
    }

    @Test
    void draftIsAdoptedByItsOwnerOnly() {
        String draft = owner.draft(STUDY_PLAN);

        assertProblem(CatalogueCalls.of(http, UUID.randomUUID()).post(draft + "/adoptions", MONDAY), 404, "not-found");
        assertThat(adopted(owner.post(draft + "/adoptions", MONDAY))).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"startAt\": \"2026-11-23\"}",
                "{\"startAt\": \"2199-12-31T23:00:00Z\"}",
                "{\"startAt\": \"1969-12-31T23:00:00Z\"}",
                "{\"startAt\": \"+1000000000-12-31T23:59:59Z\"}"
            })
    void startOutsideTheCalendarIsRefused(String body) {
        String path = owner.released(STUDY_PLAN);

        owner.post(path + "/adoptions", body)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("startAt");
    }

    @Test
    void erasureEmptiesTheCatalogueAndKeepsAdoptedSchedules() {
        String path = owner.released(STUDY_PLAN);
        String others = CatalogueCalls.of(http, UUID.randomUUID()).released(form("Another's"));
        UUID member = UUID.randomUUID();
        CatalogueCalls calls = CatalogueCalls.of(http, member);
        adopted(calls.post(path + "/adoptions", MONDAY));
        calls.put(path + "/review", "{\"rating\": 5}").expectStatus().isNoContent();
        owner.put(others + "/review", "{\"rating\": 1}").expectStatus().isNoContent();
        adopted(keyed(owner, others, MONDAY));

        erase(author);
        erase(author);

        assertProblem(calls.get(path), 404, "not-found");
        assertThat(ScheduleFixture.rows(member)).isEqualTo(2);
        assertThat(TemplateFixture.count("template", "owner_id = ?", author)).isZero();
        for (String table : List.of("review", "adoption", "idempotent_adoption")) {
            assertThat(TemplateFixture.count(table, "member_id = ?", author)).isZero();
        }
        assertThat(TemplateFixture.count("review", "member_id = ?", member)).isZero();
    }

    @Test
    void writesAfterTheErasureAreUnauthorized() {
        String others = CatalogueCalls.of(http, UUID.randomUUID()).released(form("Another's"));
        UUID member = UUID.randomUUID();
        erase(member);
        // A new token: no cache contains it or its revocation.
        CatalogueCalls late = CatalogueCalls.of(http, member);

        late.post("/v1/templates", form("Too late")).expectStatus().isUnauthorized();
        late.put(others + "/review", "{\"rating\": 5}").expectStatus().isUnauthorized();
        assertThat(TemplateFixture.count("template", "owner_id = ?", member)).isZero();
        assertThat(TemplateFixture.count("review", "member_id = ?", member)).isZero();
    }

    private void erase(UUID member) {
        http.delete()
                .uri("/internal/members/" + member + "/schedules")
                .header("X-Service-Credential", "auth-service:only-for-tests-0123456789")
                .exchange()
                .expectStatus()
                .isNoContent();
    }

    private static ResponseSpec keyed(CatalogueCalls calls, String path, String body) {
        return calls.call(HttpMethod.POST, path + "/adoptions", body, "Idempotency-Key", "evening");
    }

    private static List<String> adopted(ResponseSpec answer) {
        return Objects.requireNonNull(answer.expectStatus()
                        .isCreated()
                        .expectBody(Adopted.class)
                        .returnResult()
                        .getResponseBody())
                .scheduleIds();
    }

    record Adopted(String templateId, List<String> scheduleIds) {}
}

package dev.haru.schedule;

import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.rows;
import static dev.haru.schedule.calendar.ScheduleFixture.used;
import static dev.haru.schedule.member.MemberServiceStub.tokenOf;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.BodyContentSpec;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@WholeService
class BulkTests {

    private static final String ADD = """
            {"action": "add", "schedule": {"title": "%s", "locationId": 1, "startAt": "2026-11-23T09:30:00Z",
             "endAt": "2026-11-23T10:15:00Z"}}""";

    private static final String UNKNOWN = "019aa5b1-0000-7000-8000-000000000002";

    @Autowired
    private RestTestClient http;

    @Autowired
    private JsonMapper json;

    private final UUID member = newMember();

    @Test
    void eachOperationHasItsOwnResult() {
        String id = apply(false, ADD.formatted("First"))
                .at("/0/schedule/scheduleId")
                .asString();
        assertThat(id).isNotEmpty();

        JsonNode results = apply(
                false,
                operation("change", id, "0", "{\"note\": \"Bring the X-ray\"}"),
                operation("change", id, "0", "{\"note\": null}"),
                operation("replace", id, "1", "{\"title\": \"Second\"}"),
                operation("delete", id, null, null),
                operation("delete", id, null, null),
                operation("restore", id, null, null),
                operation("restore", UNKNOWN, null, null),
                ADD.formatted("Nowhere").replace("\"locationId\": 1", "\"locationId\": 99"),
                ADD.formatted("Last"));

        assertThat(results.valueStream().map(result -> result.path("status").asInt()))
                .containsExactly(200, 412, 400, 204, 404, 200, 404, 400, 201);
        assertThat(results.at("/0/schedule/version").asString()).isEqualTo("1");
        assertThat(results.at("/1/problem/code").asString()).isEqualTo("precondition-failed");
        assertThat(results.at("/1/problem/traceId").asString()).isNotEmpty();
        assertThat(results.at("/2/problem/errors")
                        .valueStream()
                        .map(error -> error.path("field").asString()))
                .containsExactlyInAnyOrder("locationId", "startAt", "endAt");
        assertThat(results.at("/5/schedule/note").asString()).isEqualTo("Bring the X-ray");
        assertThat(results.at("/7/problem/errors/0/field").asString()).isEqualTo("locationId");
        assertThat(used(member)).isEqualTo(rows(member)).isEqualTo(2);
    }

    @Test
    void refusedOperationLeavesAnAtomicRequestUnapplied() {
        String id =
                apply(true, ADD.formatted("First")).at("/0/schedule/scheduleId").asString();

        JsonNode results = apply(
                true,
                ADD.formatted("Second"),
                operation("delete", id, null, null),
                operation("delete", UNKNOWN, null, null));

        assertThat(results.valueStream().map(result -> result.path("status").asInt()))
                .containsExactly(424, 424, 404);
        assertThat(results.at("/0/problem/code").asString()).isEqualTo("another-operation-refused");
        assertThat(results.at("/0/schedule").isMissingNode()).isTrue();
        assertThat(used(member)).isEqualTo(rows(member)).isEqualTo(1);
    }

    @Test
    void additionsBeyondTheLimitAreRefused() {
        UUID full = memberWithSchedules(28);

        JsonNode results = results(send(full, body(false, Collections.nCopies(4, ADD.formatted("More")))));

        assertThat(results.valueStream().map(result -> result.path("status").asInt()))
                .containsExactly(201, 201, 406, 406);
        assertThat(used(full)).isEqualTo(rows(full)).isEqualTo(30);
        assertThat(results(send(full, body(true, List.of(ADD.formatted("More")))))
                        .at("/0/problem/code")
                        .asString())
                .isEqualTo("schedule-limit-reached");
    }

    @Test
    void concurrentRequestsOfOneMemberAllSucceed() {
        String id = apply(false, ADD.formatted("First"))
                .at("/0/schedule/scheduleId")
                .asString();
        List<String> operations = Stream.iterate(0, i -> i + 1)
                .limit(20)
                .map(i -> i % 2 == 0 ? operation("delete", id, null, null) : operation("restore", id, null, null))
                .toList();

        List<CompletableFuture<JsonNode>> answers = Stream.generate(() ->
                        CompletableFuture.supplyAsync(() -> results(send(member, body(false, operations)))))
                .limit(8)
                .toList();

        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join()
                                .valueStream()
                                .map(result -> result.path("status").asInt()))
                        .containsOnly(200, 204));
        assertThat(used(member)).isEqualTo(rows(member)).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"action": "add"}                                                  | schedule
            {"action": "delete"}                                               | scheduleId
            {"action": "change", "scheduleId": "%1$s", "schedule": {}}         | version
            {"action": "restore", "scheduleId": "%1$s", "version": "0"}        | version
            {"action": "delete", "scheduleId": "%1$s", "schedule": {}}         | schedule
            """)
    void missingOrUnusedFieldIsNamed(String operation, String field) {
        JsonNode results = apply(false, operation.formatted(UNKNOWN));

        assertThat(results.at("/0/status").asInt()).isEqualTo(400);
        assertThat(results.at("/0/problem/errors/0/field").asString()).isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                                                   | operations
            {"operations": []}                                                   | operations
            {"operations": [null]}                                               | operations[0]
            {"operations": [{"action": "explode"}]}                              | operations[0].action
            {"operations": [{"action": "add", "schedule": {"color": "red"}}]}    | operations[0].schedule.color
            {"operations": [{"action": "delete", "scheduleId": "x"}]}            | operations[0].scheduleId
            {"atomic": "x", "operations": [{"action": "delete"}]}                | atomic
            {"operations": [{"action": "delete", "scheduleId": ""}]}             | operations[0].scheduleId
            """)
    void malformedRequestIsRefused(String body, String field) {
        send(member, body)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @Test
    void moreThanAHundredOperationsAreRefused() {
        String delete = operation("delete", UNKNOWN, null, null);
        assertThat(results(send(member, body(false, Collections.nCopies(100, delete)))))
                .hasSize(100);

        send(member, body(false, Collections.nCopies(101, delete)))
                .expectStatus()
                .isBadRequest();
    }

    @Test
    void problemsAreInTheLanguageOfTheRequest() {
        JsonNode results = results(http.post()
                .uri("/v1/schedules/bulk")
                .headers(headers -> headers.setBearerAuth(tokenOf(member)))
                .header("Accept-Language", "ko")
                .contentType(MediaType.APPLICATION_JSON)
                .body(body(true, List.of(ADD.formatted("First"), operation("delete", UNKNOWN, null, null))))
                .exchange());

        assertThat(results.at("/0/problem/title").asString()).isEqualTo("선행 작업 실패");
    }

    private JsonNode apply(boolean atomic, String... operations) {
        return results(send(member, body(atomic, List.of(operations))));
    }

    private static String body(boolean atomic, List<String> operations) {
        return "{\"atomic\": %s, \"operations\": [%s]}".formatted(atomic, String.join(", ", operations));
    }

    private static String operation(String action, String id, @Nullable String version, @Nullable String schedule) {
        return "{\"action\": \"%s\", \"scheduleId\": \"%s\"%s%s}"
                .formatted(
                        action,
                        id,
                        version == null ? "" : ", \"version\": \"" + version + "\"",
                        schedule == null ? "" : ", \"schedule\": " + schedule);
    }

    private ResponseSpec send(UUID memberId, String body) {
        return http.post()
                .uri("/v1/schedules/bulk")
                .headers(headers -> headers.setBearerAuth(tokenOf(memberId)))
                .contentType(MediaType.APPLICATION_JSON)
                .body(body)
                .exchange();
    }

    private JsonNode results(ResponseSpec answer) {
        BodyContentSpec body = answer.expectStatus().isOk().expectBody();
        return json.readTree(body.returnResult().getResponseBody()).path("results");
    }
}

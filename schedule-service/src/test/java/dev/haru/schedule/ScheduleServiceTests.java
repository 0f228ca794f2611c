package dev.haru.schedule;

import static dev.haru.schedule.ScheduleCalls.assertProblem;
import static dev.haru.schedule.member.MemberServiceStub.tokenOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.schedule.calendar.ScheduleFixture;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
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
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.test.json.JsonCompareMode;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Schedules through the whole service: addition to deletion, the limit, locations, paths and methods. */
@WholeService
class ScheduleServiceTests {

    @Autowired
    private RestTestClient http;

    private ScheduleCalls schedules;

    @BeforeEach
    void calls() {
        schedules = new ScheduleCalls(http);
    }

    @Test
    void scheduleIsAddedReadReplacedListedAndDeleted() {
        String token = tokenOf(ScheduleFixture.newMember());

        var added = schedules.add(token, 1).expectStatus().isCreated().returnResult(String.class);
        String place = String.valueOf(added.getResponseHeaders().getLocation());
        String body =
                new String(added.getResponseBodyContent(), StandardCharsets.UTF_8).replace(",\"overlaps\":[]", "");
        schedules
                .call(HttpMethod.GET, place, token, null)
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("ETag", "\"0\"")
                .expectBody()
                .json(body, JsonCompareMode.STRICT);

        schedules
                .replace(place, token, "\"0\"")
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("ETag", "\"1\"");
        schedules.replace(place, token, "\"0\"").expectStatus().isEqualTo(412);
        schedules
                .call(HttpMethod.GET, "/v1/schedules", token, null)
                .expectBody()
                .jsonPath("$.items.length()")
                .isEqualTo(1)
                .jsonPath("$.items[0].locationId")
                .isEqualTo(2);

        schedules.call(HttpMethod.DELETE, place, token, null).expectStatus().isNoContent();
        schedules.call(HttpMethod.GET, place, token, null).expectStatus().isNotFound();
    }

    @Test
    void oneOf64ConcurrentRequestsAddsTheThirtiethSchedule() throws Exception {
        UUID member = ScheduleFixture.memberWithSchedules(29);
        String token = tokenOf(member);

        List<Integer> statuses = concurrently(
                64,
                () -> schedules
                        .add(token, 1)
                        .returnResult(String.class)
                        .getStatus()
                        .value());

        assertThat(statuses).containsOnly(201, 406).containsOnlyOnce(201);
        assertThat(ScheduleFixture.rows(member)).isEqualTo(30);
        assertThat(ScheduleFixture.used(member)).isEqualTo(30);
    }

    @Test
    void scheduleBeyondTheLimitReturns406() {
        String token = tokenOf(ScheduleFixture.memberWithSchedules(30));

        assertProblem(schedules.add(token, 1), 406, "schedule-limit-reached");
    }

    @Test
    void unknownLocationIsNamed() {
        assertProblem(schedules.add(tokenOf(ScheduleFixture.newMember()), 99), 400, "invalid-request")
                .jsonPath("$.errors[0].field")
                .isEqualTo("locationId");
    }

    @Test
    void locationsAreReadWithoutAToken() {
        http.get()
                .uri("/v1/locations")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$.items.length()")
                .isEqualTo(10)
                .jsonPath("$.items[4].name")
                .isEqualTo("Café");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/v1/locations/", "/v1/schedules/", "/v1/templates/", "/v1/templates/first-page/", "/v1/x/"})
    void pathThatEndsWithASlashIsNotFound(String path) {
        http.get().uri(path).exchange().expectStatus().isNotFound();
        schedules
                .call(HttpMethod.GET, path, tokenOf(ScheduleFixture.newMember()), null)
                .expectStatus()
                .isNotFound();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /v1/schedules                           | GET HEAD POST
            /v1/schedules?from=2026-11-23           | GET HEAD POST
            /v1/schedules/quota                     | GET HEAD
            /v1/schedules/free-busy?x=1             | GET HEAD
            /v1/schedules/search?text=x             | GET HEAD
            /v1/schedules/changes                   | GET HEAD
            /v1/schedules/deleted                   | GET HEAD
            /v1/schedules/019aa5b1/restore          | POST
            /v1/schedules/bulk                      | POST
            /v1/schedules/019aa5b1-0000-7000-8000-1 | GET HEAD PUT PATCH DELETE
            /v1/templates                           | GET HEAD POST
            /v1/templates?category=x                | GET HEAD POST
            /v1/templates/mine                      | GET HEAD
            /v1/templates/first-page                | GET HEAD
            /v1/templates/first-page?category=x     | GET HEAD
            /v1/templates/019aa5b1/review           | PUT DELETE
            /v1/reports/daily                       | GET HEAD
            /v1/reports/daily?date=2026-11-23       | GET HEAD
            """)
    void optionsListsTheMethodsOfThePath(String path, String methods) {
        List<String> allow = schedules
                .call(HttpMethod.OPTIONS, path, tokenOf(ScheduleFixture.newMember()), null)
                .expectStatus()
                .isOk()
                .returnResult(String.class)
                .getResponseHeaders()
                .getOrEmpty(HttpHeaders.ALLOW);

        assertThat(String.join(",", allow).split(",", -1))
                .containsExactlyInAnyOrder((methods + " OPTIONS").split(" ", -1));
    }

    @Test
    void quotaAndListOfOwnTemplatesAreReadOnly() {
        String token = tokenOf(ScheduleFixture.newMember());

        for (String path : List.of(
                "/v1/schedules/quota", "/v1/schedules/free-busy", "/v1/schedules/changes", "/v1/templates/mine")) {
            assertProblem(schedules.call(HttpMethod.PUT, path, token, "{}"), 405, "method-not-allowed");
            assertProblem(schedules.call(HttpMethod.DELETE, path, token, null), 405, "method-not-allowed");
        }
    }

    private static <T> List<T> concurrently(int count, Callable<T> call) throws Exception {
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            return callers
                    .invokeAll(IntStream.range(0, count).mapToObj(_ -> call).toList())
                    .stream()
                    .map(Future::resultNow)
                    .toList();
        }
    }
}

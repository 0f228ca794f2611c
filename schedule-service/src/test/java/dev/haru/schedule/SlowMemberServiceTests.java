package dev.haru.schedule;

import static dev.haru.schedule.member.MemberServiceStub.answeredWith;
import static dev.haru.schedule.member.MemberServiceStub.known;
import static dev.haru.schedule.member.MemberServiceStub.tokenOf;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.WireMock;
import com.zaxxer.hikari.HikariDataSource;
import dev.haru.platform.deadline.Deadline;
import dev.haru.schedule.calendar.ScheduleFixture;
import dev.haru.schedule.member.MemberServiceStub;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.client.RestTestClient;

/** The pool has one connection. A request that held it during a call to member-service would block all others. */
@WholeService
@TestPropertySource(properties = "spring.datasource.hikari.maximum-pool-size=1")
class SlowMemberServiceTests {

    private static final int WAITING = 10;

    @Autowired
    private RestTestClient http;

    @Autowired
    private HikariDataSource pool;

    @Test
    void slowLookupsHoldNoDatabaseConnection() {
        String known = tokenOf(ScheduleFixture.memberWithSchedules(3));
        // One token for each caller: requests with the same token share a look-up.
        List<String> slow = IntStream.range(0, WAITING)
                .mapToObj(_ -> answeredWith(known(ScheduleFixture.newMember()).withFixedDelay(2000)))
                .toList();

        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Integer>> waiting = slow.stream()
                    .map(token -> CompletableFuture.supplyAsync(() -> list(token), callers))
                    .toList();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(2))
                    .until(() -> slow.stream().allMatch(token -> lookups(token) == 1));

            assertThat(pool.getHikariPoolMXBean().getActiveConnections()).isZero();
            assertThat(list(known)).isEqualTo(200);
            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            assertThat(waiting).allSatisfy(call -> assertThat(call.join()).isEqualTo(200));
        }
    }

    @Test
    void deadlineDuringALookupSkipsTheDatabase(@Autowired MeterRegistry meters) {
        UUID member = ScheduleFixture.newMember();
        String slow = answeredWith(known(member).withFixedDelay(2000));
        assertThat(list(tokenOf(ScheduleFixture.newMember()))).as("warm").isEqualTo(200);
        long connections = meters.get("hikaricp.connections.acquire").timer().count();

        var answer = http.post()
                .uri("/v1/schedules")
                .headers(headers -> headers.setBearerAuth(slow))
                .header(Deadline.HEADER, Long.toString(Clock.systemUTC().millis() + 300))
                .contentType(MediaType.APPLICATION_JSON)
                .body("""
                        {"title":"Last walk","locationId":1,"startAt":"2030-01-01T09:00:00Z","endAt":"2030-01-01T10:00:00Z"}""")
                .exchange()
                .returnResult(String.class);

        assertThat(answer.getStatus().value()).isEqualTo(504);
        assertThat(answer.getResponseBody()).contains("\"code\":\"deadline-exceeded\"");
        assertThat(meters.get("hikaricp.connections.acquire").timer().count()).isEqualTo(connections);
    }

    @Test
    void resiliencePoliciesHaveMetrics(@Autowired MeterRegistry meters) {
        assertThat(list(tokenOf(ScheduleFixture.newMember()))).isEqualTo(200);

        assertThat(meters.get("resilience4j.circuitbreaker.state")
                        .tags("name", "member-service", "state", "closed")
                        .gauge()
                        .value())
                .isEqualTo(1);
        assertThat(meters.get("resilience4j.bulkhead.available.concurrent.calls")
                        .tags("name", "member-service")
                        .gauge()
                        .value())
                .isEqualTo(512);
        assertThat(meters.get("resilience4j.retry.calls").meters()).isNotEmpty();
        assertThat(meters.get("resilience4j.circuitbreaker.not.permitted.calls").meters())
                .isNotEmpty();
    }

    private int list(String token) {
        return http.get()
                .uri("/v1/schedules")
                .headers(headers -> headers.setBearerAuth(token))
                .exchange()
                .returnResult(String.class)
                .getStatus()
                .value();
    }

    private static int lookups(String token) {
        return MemberServiceStub.SERVER
                .findAll(WireMock.getRequestedFor(WireMock.urlEqualTo(MemberServiceStub.PATH))
                        .withHeader("Authorization", WireMock.equalTo("Bearer " + token)))
                .size();
    }
}

package dev.haru.schedule;

import static dev.haru.schedule.member.MemberServiceStub.answeredWith;
import static dev.haru.schedule.member.MemberServiceStub.known;
import static dev.haru.schedule.member.MemberServiceStub.tokenOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.test.HeldResponses;
import dev.haru.schedule.calendar.ScheduleFixture;
import dev.haru.schedule.member.MemberServiceStub;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.client.EntityExchangeResult;
import org.springframework.test.web.servlet.client.RestTestClient;

/** The pool has one connection. A request that held it during a call to member-service would block all others. */
@WholeService
@TestPropertySource(
        properties = {
            "spring.datasource.hikari.maximum-pool-size=1",
            // Longer than the look-ups wait, also if a busy machine pauses.
            "spring.cloud.openfeign.client.config.member-service.read-timeout=60000"
        })
class SlowMemberServiceTests {

    private static final int WAITING = 10;

    @Autowired
    private RestTestClient http;

    private final HikariDataSource pool;

    SlowMemberServiceTests(@Autowired DataSource connections) throws SQLException {
        this.pool = connections.unwrap(HikariDataSource.class);
    }

    @Test
    void slowLookupsHoldNoDatabaseConnection() {
        String known = tokenOf(ScheduleFixture.memberWithSchedules(3));
        // One token for each caller: requests with the same token share a look-up.
        List<String> slow = IntStream.range(0, WAITING)
                .mapToObj(_ -> MemberServiceStub.heldTokenOf(ScheduleFixture.newMember()))
                .toList();

        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Integer>> waiting;
            try (HeldResponses responses = MemberServiceStub.hold()) {
                waiting = slow.stream()
                        .map(token -> CompletableFuture.supplyAsync(() -> list(token), callers))
                        .toList();
                await().until(() -> responses.waiting() == WAITING);

                // Scheduled tasks use the connection, too, but only for a moment.
                await().until(() -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
                assertThat(list(known)).isEqualTo(200);
                assertThat(waiting).noneMatch(CompletableFuture::isDone);
            }
            assertThat(waiting).allSatisfy(call -> assertThat(call.join()).isEqualTo(200));
        }
    }

    @Test
    void deadlineDuringALookupSkipsTheDatabase() {
        // The metrics of the pool also count the connections of scheduled tasks, so the test reads the header.
        EntityExchangeResult<String> added = add(tokenOf(ScheduleFixture.newMember()), Duration.ofMinutes(2));
        assertThat(added.getStatus().value()).isEqualTo(201);
        assertThat(timing(added)).contains("pool;dur=", "db;dur=");

        // On a busy machine, the deadline may end before the look-up begins; then the test repeats the call.
        EntityExchangeResult<String> late = await().until(this::addDuringSlowLookup, add -> add.lookups() == 1)
                .answer();

        assertThat(late.getStatus().value()).isEqualTo(504);
        assertThat(late.getResponseBody()).contains("\"code\":\"deadline-exceeded\"");
        assertThat(timing(late)).contains("schedule;dur=").doesNotContain("pool;", "db;");
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

    private LateAdd addDuringSlowLookup() {
        String slow = answeredWith(known(ScheduleFixture.newMember()).withFixedDelay(30_000));
        EntityExchangeResult<String> answer = add(slow, Duration.ofSeconds(1));
        return new LateAdd(answer, MemberServiceStub.lookups(slow));
    }

    private EntityExchangeResult<String> add(String token, Duration timeLeft) {
        return http.post()
                .uri("/v1/schedules")
                .headers(headers -> headers.setBearerAuth(token))
                .header(Deadline.HEADER, Long.toString(Clock.systemUTC().millis() + timeLeft.toMillis()))
                .contentType(MediaType.APPLICATION_JSON)
                .body("""
                        {"title":"Last walk","locationId":1,"startAt":"2030-01-01T09:00:00Z","endAt":"2030-01-01T10:00:00Z"}""")
                .exchange()
                .returnResult(String.class);
    }

    private static String timing(EntityExchangeResult<String> answer) {
        return String.valueOf(answer.getResponseHeaders().getFirst("Server-Timing"));
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

    private record LateAdd(EntityExchangeResult<String> answer, int lookups) {}
}

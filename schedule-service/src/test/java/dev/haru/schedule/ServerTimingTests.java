package dev.haru.schedule;

import static dev.haru.schedule.member.MemberServiceStub.answeredWith;
import static dev.haru.schedule.member.MemberServiceStub.known;
import static dev.haru.schedule.member.MemberServiceStub.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.schedule.calendar.ScheduleFixture;
import dev.haru.schedule.member.MemberServiceStub;
import java.time.Duration;
import java.util.Arrays;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.client.RestTestClient;

/**
 * Tests the Server-Timing header of calls that spend time in this service, its database and the upstream service. A
 * pause of a busy machine may prolong a measured time, so the tests repeat a measurement that is too long.
 */
@WholeService
class ServerTimingTests {

    private static final int SLOW = 300;

    @Autowired
    private RestTestClient http;

    @Test
    void timingsOfTheUpstreamServiceAreAdded() {
        await("database time of both services").until(() -> {
            String token = answeredWith(known(ScheduleFixture.newMember())
                    .withHeader("Server-Timing", "member;dur=100, db;dur=150, auth;dur=0;desc=\"hit\"")
                    .withFixedDelay(SLOW));
            String timing = timing(token);
            if (MemberServiceStub.lookups(token) > 1) {
                return false; // the first look-up lasted longer than its cache entry is valid
            }

            assertThat(names(timing)).containsExactly("schedule", "db", "pool", "member", "auth", "net");
            assertThat(timing).contains("member;dur=100,", "auth;dur=0;desc=\"hit\"");
            assertThat(millis(timing, "net")).isGreaterThanOrEqualTo(SLOW - 250 - 1);
            assertThat(millis(timing, "db")).isGreaterThanOrEqualTo(150);
            return millis(timing, "db") <= 150 + SLOW;
        });
    }

    @Test
    void timingsAddUpToTheResponseTime() {
        timing(answeredWith(known(ScheduleFixture.newMember())));

        await("sum close to the response time").until(() -> {
            String token = answeredWith(known(ScheduleFixture.newMember())
                    .withHeader("Server-Timing", "member;dur=1")
                    .withFixedDelay(SLOW));
            long start = System.nanoTime();
            String timing = timing(token);
            double waited = (System.nanoTime() - start) / 1e6;

            double sum = Arrays.stream(names(timing))
                    .mapToDouble(name -> millis(timing, name))
                    .sum();
            assertThat(sum).isGreaterThanOrEqualTo(SLOW).isLessThanOrEqualTo(waited);
            // The rest is network time and time in the client.
            return waited - sum <= SLOW / 2.0;
        });
    }

    @Test
    void cachedMemberIsMarkedAsAHit() {
        UUID member = ScheduleFixture.newMember();
        String token = MemberServiceStub.tokenOf(member, UUID.randomUUID(), "Asia/Seoul", Duration.ZERO);

        assertThat(timing(token)).containsPattern("member;dur=[0-9.]+(,|$)");
        // The subscription to revocations empties the cache once, at any moment after the start.
        await().untilAsserted(() ->
                assertThat(timing(token)).contains("member;dur=0;desc=\"hit\"").contains("db;dur=", "pool;dur="));
    }

    @Test
    void refusedCallHasTimings() {
        assertThat(timing(answeredWith(problem(401, "unauthorized"))))
                .matches("schedule;dur=[0-9.]+, member;dur=[0-9.]+(, net;dur=[0-9.]+)?");
    }

    private String timing(String token) {
        return String.valueOf(http.get()
                .uri("/v1/schedules")
                .header("Authorization", "Bearer " + token)
                .exchange()
                .returnResult(Void.class)
                .getResponseHeaders()
                .getFirst("Server-Timing"));
    }

    private static String[] names(String timing) {
        return Arrays.stream(timing.split(", "))
                .map(entry -> entry.replaceFirst(";.*$", ""))
                .toArray(String[]::new);
    }

    private static double millis(String timing, String name) {
        Matcher entry = Pattern.compile("(?:^|, )" + name + ";dur=([0-9.]+)").matcher(timing);
        assertThat(entry.find()).as("%s in %s", name, timing).isTrue();
        return Double.parseDouble(entry.group(1));
    }
}

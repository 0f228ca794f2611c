package dev.haru.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.identity.Revocations;
import dev.haru.platform.test.EmbeddedDatabase;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Revocations, changes and reads in a deployment with several processes and a replica of the database. */
class ReplicaTests {

    private static final Logger log = LoggerFactory.getLogger(ReplicaTests.class);
    private static final JdbcClient STANDBY = EmbeddedDatabase.standbyJdbc("member");

    private static TwoProcesses processes;

    private final UUID member = UUID.randomUUID();
    private final UUID session = UUID.randomUUID();
    private String token = "";

    @BeforeAll
    static void startProcesses() {
        processes = new TwoProcesses();
    }

    @AfterAll
    static void stopProcesses() {
        processes.close();
    }

    @BeforeEach
    void bothProcessesHaveCachedTheToken() throws Exception {
        FakeAuthService.reset();
        processes.awaitRedis();
        processes.deliver(member, "", """
                {"nickname": "haru_fan", "email": null, "regionName": "Seoul", "accountVersion": 0}
                """);
        token = FakeAuthService.tokenOf(member, session, Duration.ZERO);
        assertThat(processes.statuses(token)).containsOnly(200);
        FakeAuthService.deactivateAllTokens();
        assertThat(processes.statuses(token)).as("from the cache").containsOnly(200);
        assertThat(FakeAuthService.introspections()).as("once for each process").isEqualTo(2);
    }

    @Nested
    class Revocation {

        @Test
        void tokenOfAnEndedSessionIsRefusedByBothAtOnce() {
            long start = System.nanoTime();
            processes.publish("session-ended " + session);

            assertBothRefuseSince(start, "a session's end");
            assertThat(FakeAuthService.introspections())
                    .as("no further introspection")
                    .isEqualTo(2);
        }

        @Test
        void tokensOfOtherEndedSessionsAreRefusedByBothAtOnce() {
            long start = System.nanoTime();
            processes.publish("other-sessions-ended " + member + " " + UUID.randomUUID());

            assertBothRefuseSince(start, "the end of other sessions");
        }

        @Test
        void tokensOfAnEndedAccountAreRefusedByBothAtOnce() {
            long start = System.nanoTime();
            processes.publish("account-ended " + member);

            assertBothRefuseSince(start, "an account's end");
        }

        @Test
        void revokedTokenWithoutRedisIsRefusedWithinTenSeconds() throws Exception {
            processes.redis().stop();
            try {
                processes.clock().advance(Duration.ofMillis(8900));
                assertThat(processes.statuses(token))
                        .as("no revocation arrives")
                        .containsOnly(200);

                processes.clock().advance(Duration.ofMillis(1100));
                assertThat(processes.statuses(token)).containsOnly(401);
            } finally {
                processes.redis().restart();
            }
        }

        @Test
        void revocationDuringARedisOutageAppliesAfterReconnect() {
            processes.redis().stop();
            processes.redis().restart();

            await().atMost(Duration.ofMinutes(1))
                    .until(() -> processes.statuses(token).equals(List.of(401, 401)));
        }

        @Test
        void cacheAgesOfBothServicesAddUpToTenSeconds() throws Exception {
            FakeAuthService.reset();
            // The processes reject answers from before their subscription to Redis, so the age of 7 s needs a later
            // clock.
            processes.clock().advance(Duration.ofSeconds(60));
            token = FakeAuthService.tokenOf(member, session, Duration.ofSeconds(7));
            assertThat(processes.statuses(token)).containsOnly(200);
            FakeAuthService.deactivateAllTokens();

            processes.clock().advance(Duration.ofSeconds(1));
            HttpResponse<String> answer = processes.byAccessToken(processes.first(), token);
            assertThat(answer.body())
                    .containsPattern("\"ageMillis\":800[0-2]\\b")
                    .contains("\"sessionId\":\"" + session);
            processes.clock().advance(Duration.ofSeconds(2));

            assertThat(processes.statuses(token)).containsOnly(401);
        }

        private void assertBothRefuseSince(long start, String what) {
            await().pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> processes.statuses(token).equals(List.of(401, 401)));
            log.info("{} refused by both replicas after {} ms", what, (System.nanoTime() - start) / 1_000_000.0);
        }
    }

    @Nested
    class Change {

        @Test
        void changeOfAProfileIsPublished() throws Exception {
            List<String> published = new CopyOnWriteArrayList<>();
            RedisConnection listener =
                    processes.other().getBean(RedisConnectionFactory.class).getConnection();
            listener.subscribe(
                    (message, _) -> published.add(new String(message.getBody(), StandardCharsets.UTF_8)),
                    Revocations.CHANNEL.getBytes(StandardCharsets.UTF_8));
            String change = "identity-changed " + member;

            assertThat(processes
                            .patch(token, "*", "{\"regionName\": \"Atlantis\"}")
                            .statusCode())
                    .isEqualTo(400);
            assertThat(processes.patch(token, "*", "{\"regionName\": \"Apia\"}").statusCode())
                    .isEqualTo(200);
            await().until(() -> published.equals(List.of(change)));

            processes.deliver(
                    member, "/identifiers", "{\"nickname\": \"another\", \"email\": null, \"accountVersion\": 9}");
            await().until(() -> published.equals(List.of(change, change)));
            listener.close();
        }

        @Test
        void changedProfileIsVisibleThroughBothProcesses() throws Exception {
            memberDiffersOnTheStandby();
            assertThat(processes.nicknames(token)).containsOnly("on_the_standby");

            assertThat(processes
                            .patch(token, "*", "{\"timeZone\": \"Asia/Kathmandu\"}")
                            .statusCode())
                    .isEqualTo(200);

            assertThat(TwoProcesses.me(processes.first(), token).body()).contains("Asia/Kathmandu", "haru_fan");
            await().untilAsserted(() -> assertThat(
                            TwoProcesses.me(processes.other(), token).body())
                    .contains("Asia/Kathmandu", "haru_fan"));

            processes.clock().advance(Duration.ofSeconds(16));
            assertThat(processes.nicknames(token))
                    .as("after the time for replication")
                    .containsOnly("on_the_standby");
        }

        @Test
        void erasedProfileIsNotFoundInBothProcesses() throws Exception {
            memberDiffersOnTheStandby();
            processes.nicknames(token);

            assertThat(TwoProcesses.send(
                                    TwoProcesses.call(processes.first(), "/internal/members/" + member, "auth-service")
                                            .DELETE())
                            .statusCode())
                    .isEqualTo(204);

            await().untilAsserted(() -> {
                for (ConfigurableApplicationContext process : List.of(processes.first(), processes.other())) {
                    assertThat(TwoProcesses.send(TwoProcesses.call(
                                            process, "/internal/members/by-id/" + member, "schedule-service"))
                                    .statusCode())
                            .isEqualTo(404);
                }
            });
        }
    }

    @Nested
    class Replica {

        @Test
        void unchangedProfileIsReadFromTheReplica() throws Exception {
            memberDiffersOnTheStandby();

            assertThat(processes.nicknames(token)).containsOnly("on_the_standby");
            assertThat(processes.byAccessToken(processes.first(), token).body()).contains("on_the_standby");
        }

        @Test
        void profileMissingOnTheReplicaIsReadFromThePrimary() throws Exception {
            cachesHaveExpired();

            assertThat(processes.nicknames(token)).containsOnly("haru_fan");
        }

        @Test
        void noCacheRequestIsReadFromThePrimary() throws Exception {
            memberDiffersOnTheStandby();

            assertThat(TwoProcesses.send(TwoProcesses.call(
                                            processes.first(), "/internal/members/by-access-token", "schedule-service")
                                    .header("Authorization", "Bearer " + token)
                                    .header("Cache-Control", "no-cache"))
                            .body())
                    .contains("haru_fan");
        }

        @Test
        void staleETagFromTheReplicaIsRefused() throws Exception {
            memberDiffersOnTheStandby();
            String late = TwoProcesses.me(processes.first(), token)
                    .headers()
                    .firstValue("ETag")
                    .orElseThrow();

            assertThat(late).isEqualTo("\"41\"");
            assertThat(processes
                            .patch(token, late, "{\"timeZone\": \"Asia/Kathmandu\"}")
                            .statusCode())
                    .isEqualTo(412);
            assertThat(processes
                            .patch(token, "\"1\"", "{\"timeZone\": \"Asia/Kathmandu\"}")
                            .statusCode())
                    .isEqualTo(200);
        }

        @Test
        void unchangedProfileIsReadOncePerTimeToLive() throws Exception {
            memberDiffersOnTheStandby();
            assertThat(processes.nicknames(token)).containsOnly("on_the_standby");
            STANDBY.sql("update member set nickname = 'overtaken' where id = ?")
                    .param(member)
                    .update();

            assertThat(processes.nicknames(token)).containsOnly("on_the_standby");
            processes.clock().advance(Duration.ofSeconds(10));

            assertThat(processes.nicknames(token)).containsOnly("overtaken");
        }

        @Test
        void bothPoolsHaveMetricsAndTheReplicaHasItsOwnHealth() throws Exception {
            memberDiffersOnTheStandby();
            processes.nicknames(token);
            ConfigurableApplicationContext process = processes.first();

            assertThat(process.getBean(MeterRegistry.class)
                            .get("hikaricp.connections")
                            .gauges())
                    .extracting(gauge -> gauge.getId().getTag("pool"))
                    .containsExactlyInAnyOrder("member", "member-read");
            assertThat(process.getBean("readDbHealthIndicator", HealthIndicator.class)
                            .health())
                    .isNotNull()
                    .extracting(Health::getStatus)
                    .isEqualTo(Status.UP);
        }
    }

    /** Gives the member another nickname on the second server, and a version that the primary never had. */
    private void memberDiffersOnTheStandby() {
        STANDBY.sql("""
                        insert into member (id, nickname, region_id, account_version, version, created_at, updated_at)
                        values (?, 'on_the_standby', 1, 0, 41, now(), now())
                        """).param(member).update();
        cachesHaveExpired();
    }

    /** Advances the clock until all cache entries have expired, and creates a new token. */
    private void cachesHaveExpired() {
        processes.clock().advance(Duration.ofSeconds(60));
        FakeAuthService.reset();
        token = FakeAuthService.tokenOf(member, session, Duration.ZERO);
    }
}

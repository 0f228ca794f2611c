package dev.haru.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.benmanes.caffeine.cache.Ticker;
import com.jayway.jsonpath.JsonPath;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.EmbeddedRedis;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Runs two processes of the service with one database and one Redis, each with its own port and cache. Their read data
 * source is a second database server without replication. Its rows differ from the primary, so that an answer shows
 * which server was read.
 */
class ReplicaTests {

    private static final Logger log = LoggerFactory.getLogger(ReplicaTests.class);

    private static final EmbeddedRedis REDIS = EmbeddedRedis.start();
    private static final MovableClock CLOCK = new MovableClock(Instant.parse("2026-11-21T09:30:00Z"));
    private static final JdbcClient STANDBY = EmbeddedDatabase.standbyJdbc("member");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static List<ConfigurableApplicationContext> processes = List.of();

    private final UUID member = UUID.randomUUID();
    private final UUID session = UUID.randomUUID();
    private String token = "";

    @BeforeAll
    static void startProcesses() {
        Flyway.configure()
                .dataSource(EmbeddedDatabase.standbyUrl(), "member_service", EmbeddedDatabase.SECRET)
                .schemas("member")
                .createSchemas(false)
                .load()
                .migrate();
        processes = Stream.of("one", "other").map(_ -> process()).toList();
    }

    @AfterAll
    static void stopProcesses() {
        processes.forEach(ConfigurableApplicationContext::close);
        REDIS.close();
    }

    @BeforeEach
    void bothProcessesHaveCachedTheToken() throws Exception {
        FakeAuthService.reset();
        awaitRedis();
        join();
        token = FakeAuthService.tokenOf(member, session, Duration.ZERO);
        assertThat(statuses()).containsOnly(200);
        FakeAuthService.deactivateAllTokens();
        assertThat(statuses()).as("from the cache").containsOnly(200);
        assertThat(FakeAuthService.introspections()).as("once for each process").isEqualTo(2);
    }

    @Test
    void tokenOfAnEndedSessionIsRefusedByBothAtOnce() {
        long start = System.nanoTime();
        publish("session-ended " + session);

        assertBothRefuseSince(start, "a session's end");
        assertThat(FakeAuthService.introspections())
                .as("no further introspection")
                .isEqualTo(2);
    }

    @Test
    void tokensOfOtherEndedSessionsAreRefusedByBothAtOnce() {
        long start = System.nanoTime();
        publish("other-sessions-ended " + member + " " + UUID.randomUUID());

        assertBothRefuseSince(start, "the end of other sessions");
    }

    @Test
    void tokensOfAnEndedAccountAreRefusedByBothAtOnce() {
        long start = System.nanoTime();
        publish("account-ended " + member);

        assertBothRefuseSince(start, "an account's end");
    }

    @Test
    void revokedTokenWithoutRedisIsRefusedWithinTenSeconds() throws Exception {
        REDIS.stop();
        try {
            CLOCK.advance(Duration.ofMillis(8900));
            assertThat(statuses()).as("no revocation arrives").containsOnly(200);

            CLOCK.advance(Duration.ofMillis(1100));
            assertThat(statuses()).containsOnly(401);
        } finally {
            REDIS.restart();
        }
    }

    @Test
    void revocationDuringARedisOutageAppliesAfterReconnect() {
        REDIS.stop();
        REDIS.restart();

        await().atMost(Duration.ofSeconds(20)).until(() -> statuses().equals(List.of(401, 401)));
    }

    @Test
    void cacheAgesOfBothServicesAddUpToTenSeconds() throws Exception {
        FakeAuthService.reset();
        // The processes reject answers from before their subscription to Redis, so the age of 7 s needs a later clock.
        CLOCK.advance(Duration.ofSeconds(60));
        token = FakeAuthService.tokenOf(member, session, Duration.ofSeconds(7));
        assertThat(statuses()).containsOnly(200);
        FakeAuthService.deactivateAllTokens();

        CLOCK.advance(Duration.ofSeconds(1));
        HttpResponse<String> answer = byAccessToken(processes.getFirst());
        assertThat(answer.body()).containsPattern("\"ageMillis\":800[0-2]\\b").contains("\"sessionId\":\"" + session);
        CLOCK.advance(Duration.ofSeconds(2));

        assertThat(statuses()).containsOnly(401);
    }

    @Test
    void changeOfAProfileIsPublished() throws Exception {
        List<String> published = new CopyOnWriteArrayList<>();
        RedisConnection listener =
                processes.getLast().getBean(RedisConnectionFactory.class).getConnection();
        listener.subscribe(
                (message, _) -> published.add(new String(message.getBody(), StandardCharsets.UTF_8)),
                Revocations.CHANNEL.getBytes(StandardCharsets.UTF_8));
        String change = "identity-changed " + member;

        assertThat(patch("{\"regionName\": \"Atlantis\"}")).isEqualTo(400);
        assertThat(patch("{\"regionName\": \"Apia\"}")).isEqualTo(200);
        await().atMost(Duration.ofSeconds(1)).until(() -> published.equals(List.of(change)));

        put("/identifiers", "{\"nickname\": \"another\", \"email\": null, \"accountVersion\": 9}");
        await().atMost(Duration.ofSeconds(1)).until(() -> published.equals(List.of(change, change)));
        listener.close();
    }

    @Test
    void unchangedProfileIsReadFromTheReplica() throws Exception {
        memberDiffersOnTheStandby();

        assertThat(nicknames()).containsOnly("on_the_standby");
        assertThat(byAccessToken(processes.getFirst()).body()).contains("on_the_standby");
    }

    @Test
    void profileMissingOnTheReplicaIsReadFromThePrimary() throws Exception {
        cachesHaveExpired();

        assertThat(nicknames()).containsOnly("haru_fan");
    }

    @Test
    void changedProfileIsVisibleThroughBothProcesses() throws Exception {
        memberDiffersOnTheStandby();
        assertThat(nicknames()).containsOnly("on_the_standby");

        assertThat(patch("{\"timeZone\": \"Asia/Kathmandu\"}")).isEqualTo(200);

        assertThat(me(processes.getFirst()).body()).contains("Asia/Kathmandu", "haru_fan");
        await().atMost(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(me(processes.getLast()).body()).contains("Asia/Kathmandu", "haru_fan"));

        CLOCK.advance(Duration.ofSeconds(16));
        assertThat(nicknames()).as("after the time for replication").containsOnly("on_the_standby");
    }

    @Test
    void noCacheRequestIsReadFromThePrimary() throws Exception {
        memberDiffersOnTheStandby();

        assertThat(send(call(processes.getFirst(), "/internal/members/by-access-token", "schedule-service")
                                .header("Authorization", "Bearer " + token)
                                .header("Cache-Control", "no-cache"))
                        .body())
                .contains("haru_fan");
    }

    @Test
    void staleETagFromTheReplicaIsRefused() throws Exception {
        memberDiffersOnTheStandby();
        String late = me(processes.getFirst()).headers().firstValue("ETag").orElseThrow();

        assertThat(late).isEqualTo("\"41\"");
        assertThat(patch(late, "{\"timeZone\": \"Asia/Kathmandu\"}").statusCode())
                .isEqualTo(412);
        assertThat(patch("\"1\"", "{\"timeZone\": \"Asia/Kathmandu\"}").statusCode())
                .isEqualTo(200);
    }

    @Test
    void bothPoolsHaveMetricsAndTheReplicaHasItsOwnHealth() throws Exception {
        memberDiffersOnTheStandby();
        nicknames();
        ConfigurableApplicationContext process = processes.getFirst();

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

    @Test
    void unchangedProfileIsReadOncePerTimeToLive() throws Exception {
        memberDiffersOnTheStandby();
        assertThat(nicknames()).containsOnly("on_the_standby");
        STANDBY.sql("update member set nickname = 'overtaken' where id = ?")
                .param(member)
                .update();

        assertThat(nicknames()).containsOnly("on_the_standby");
        CLOCK.advance(Duration.ofSeconds(10));

        assertThat(nicknames()).containsOnly("overtaken");
    }

    @Test
    void erasedProfileIsGoneInBothProcesses() throws Exception {
        memberDiffersOnTheStandby();
        nicknames();

        assertThat(send(call(processes.getFirst(), "/internal/members/" + member, "auth-service")
                                .DELETE())
                        .statusCode())
                .isEqualTo(204);

        await().atMost(Duration.ofSeconds(1)).untilAsserted(() -> {
            for (ConfigurableApplicationContext process : processes) {
                assertThat(send(call(process, "/internal/members/by-id/" + member, "schedule-service"))
                                .statusCode())
                        .isEqualTo(404);
            }
        });
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
        CLOCK.advance(Duration.ofSeconds(60));
        FakeAuthService.reset();
        token = FakeAuthService.tokenOf(member, session, Duration.ZERO);
    }

    private List<String> nicknames() throws Exception {
        return List.of(nickname(processes.getFirst()), nickname(processes.getLast()));
    }

    private String nickname(ConfigurableApplicationContext process) throws Exception {
        return JsonPath.read(me(process).body(), "$.nickname");
    }

    private HttpResponse<String> me(ConfigurableApplicationContext process) throws Exception {
        return send(call(process, "/v1/members/me", "nobody").header("Authorization", "Bearer " + token));
    }

    private void assertBothRefuseSince(long start, String what) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(Duration.ofSeconds(1))
                .until(() -> statuses().equals(List.of(401, 401)));
        log.info("{} refused by both replicas after {} ms", what, (System.nanoTime() - start) / 1_000_000.0);
    }

    /** Publishes a revocation message on Redis, as auth-service does. */
    private static void publish(String message) {
        processes.getFirst().getBean(StringRedisTemplate.class).convertAndSend(Revocations.CHANNEL, message);
    }

    private static void awaitRedis() {
        await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
            // Both must be subscribed, or a later test meets a process that has not subscribed again yet.
            StringRedisTemplate redis = processes.getFirst().getBean(StringRedisTemplate.class);
            Long listeners = redis.convertAndSend(Revocations.CHANNEL, "session-ended " + UUID.randomUUID());
            return listeners != null && listeners == processes.size();
        });
    }

    private List<Integer> statuses() throws Exception {
        return List.of(
                byAccessToken(processes.getFirst()).statusCode(),
                byAccessToken(processes.getLast()).statusCode());
    }

    private HttpResponse<String> byAccessToken(ConfigurableApplicationContext process) throws Exception {
        return send(call(process, "/internal/members/by-access-token", "schedule-service")
                .header("Authorization", "Bearer " + token));
    }

    private int patch(String body) throws Exception {
        return patch("*", body).statusCode();
    }

    private HttpResponse<String> patch(String ifMatch, String body) throws Exception {
        return send(call(processes.getFirst(), "/v1/members/me", "nobody")
                .header("Authorization", "Bearer " + token)
                .header("If-Match", ifMatch)
                .method("PATCH", BodyPublishers.ofString(body)));
    }

    private void join() throws Exception {
        put("", """
                {"nickname": "haru_fan", "email": null, "regionName": "Seoul", "accountVersion": 0}
                """);
    }

    private void put(String path, String body) throws Exception {
        assertThat(send(call(processes.getFirst(), "/internal/members/" + member + path, "auth-service")
                                .PUT(BodyPublishers.ofString(body)))
                        .statusCode())
                .isEqualTo(204);
    }

    private static HttpRequest.Builder call(ConfigurableApplicationContext process, String path, String caller) {
        String port = String.valueOf(process.getEnvironment().getProperty("local.server.port"));
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("X-Service-Credential", caller + ":" + EmbeddedDatabase.SECRET)
                .header("Content-Type", "application/json");
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    private static ConfigurableApplicationContext process() {
        return new SpringApplicationBuilder(MemberService.class)
                .initializers(new FakeAuthService.Initializer(), context -> {
                    GenericApplicationContext beans = (GenericApplicationContext) context;
                    beans.registerBean(MovableClock.class, () -> CLOCK, bean -> bean.setPrimary(true));
                    beans.registerBean(Ticker.class, () -> CLOCK::nanos);
                })
                .run(
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--management.server.port=-1",
                        "--DB_URL=" + EmbeddedDatabase.url(),
                        "--DB_READ_URL=" + EmbeddedDatabase.standbyUrl(),
                        "--DB_PASSWORD=" + EmbeddedDatabase.SECRET,
                        "--REDIS_URL=" + REDIS.url(),
                        // Long time-outs for a busy machine.
                        "--spring.data.redis.timeout=5s",
                        "--spring.cloud.openfeign.client.config.auth-service.connect-timeout=20000",
                        "--spring.cloud.openfeign.client.config.auth-service.read-timeout=20000");
    }
}

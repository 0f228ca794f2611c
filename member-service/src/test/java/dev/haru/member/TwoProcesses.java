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
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.flywaydb.core.Flyway;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Two processes of the service with one database and one Redis, each with its own port and cache. Their read data
 * source is a second database server without replication. Its rows differ from the primary, so that an answer shows
 * which server was read.
 */
final class TwoProcesses implements AutoCloseable {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final EmbeddedRedis redis = EmbeddedRedis.start();
    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:30:00Z"));
    private final List<ConfigurableApplicationContext> processes;

    TwoProcesses() {
        Flyway.configure()
                .dataSource(EmbeddedDatabase.standbyUrl(), "member_service", EmbeddedDatabase.SECRET)
                .schemas("member")
                .createSchemas(false)
                .load()
                .migrate();
        processes = Stream.generate(this::process).limit(2).toList();
    }

    @Override
    public void close() {
        processes.forEach(ConfigurableApplicationContext::close);
        redis.close();
    }

    EmbeddedRedis redis() {
        return redis;
    }

    MovableClock clock() {
        return clock;
    }

    ConfigurableApplicationContext first() {
        return processes.getFirst();
    }

    ConfigurableApplicationContext other() {
        return processes.getLast();
    }

    /**
     * Waits until both processes are subscribed to Redis and have handled the subscription, which makes their cached
     * entries stale. A process receives a message only afterwards. A later test would otherwise meet one that is not.
     */
    void awaitRedis() {
        await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> {
            StringRedisTemplate template = first().getBean(StringRedisTemplate.class);
            List<Double> before = received();
            Long listeners = template.convertAndSend(Revocations.CHANNEL, "session-ended " + UUID.randomUUID());
            if (listeners == null || listeners != processes.size()) {
                return false;
            }
            await().untilAsserted(() -> assertThat(received())
                    .zipSatisfy(before, (now, then) -> assertThat(now).isGreaterThan(then)));
            return true;
        });
    }

    /** Returns the number of revocation messages that each process has received. */
    private List<Double> received() {
        return processes.stream()
                .map(process -> process.getBean(MeterRegistry.class)
                        .get("haru.revocations")
                        .tag("outcome", "received")
                        .counter()
                        .count())
                .toList();
    }

    /** Publishes a revocation message on Redis, as auth-service does. */
    void publish(String message) {
        first().getBean(StringRedisTemplate.class).convertAndSend(Revocations.CHANNEL, message);
    }

    /** Returns the statuses of both processes for this access token. */
    List<Integer> statuses(String token) throws Exception {
        return List.of(
                byAccessToken(first(), token).statusCode(),
                byAccessToken(other(), token).statusCode());
    }

    HttpResponse<String> byAccessToken(ConfigurableApplicationContext process, String token) throws Exception {
        return send(call(process, "/internal/members/by-access-token", "schedule-service")
                .header("Authorization", "Bearer " + token));
    }

    /** Returns the nicknames that both processes return to the member. */
    List<String> nicknames(String token) throws Exception {
        return List.of(nickname(first(), token), nickname(other(), token));
    }

    private static String nickname(ConfigurableApplicationContext process, String token) throws Exception {
        return JsonPath.read(me(process, token).body(), "$.nickname");
    }

    static HttpResponse<String> me(ConfigurableApplicationContext process, String token) throws Exception {
        return send(call(process, "/v1/members/me", "nobody").header("Authorization", "Bearer " + token));
    }

    HttpResponse<String> patch(String token, String ifMatch, String body) throws Exception {
        return send(call(first(), "/v1/members/me", "nobody")
                .header("Authorization", "Bearer " + token)
                .header("If-Match", ifMatch)
                .method("PATCH", BodyPublishers.ofString(body)));
    }

    /** Delivers a change of the account to the first process, as auth-service does. */
    void deliver(UUID member, String path, String body) throws Exception {
        assertThat(send(call(first(), "/internal/members/" + member + path, "auth-service")
                                .PUT(BodyPublishers.ofString(body)))
                        .statusCode())
                .isEqualTo(204);
    }

    static HttpRequest.Builder call(ConfigurableApplicationContext process, String path, String caller) {
        String port = String.valueOf(process.getEnvironment().getProperty("local.server.port"));
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("X-Service-Credential", caller + ":" + EmbeddedDatabase.SECRET)
                .header("Content-Type", "application/json");
    }

    static HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return HTTP.send(request.build(), BodyHandlers.ofString());
    }

    private ConfigurableApplicationContext process() {
        return new SpringApplicationBuilder(MemberService.class)
                .initializers(new FakeAuthService.Initializer(), context -> {
                    GenericApplicationContext beans = (GenericApplicationContext) context;
                    beans.registerBean(MovableClock.class, () -> clock, bean -> bean.setPrimary(true));
                    beans.registerBean(Ticker.class, () -> clock::nanos);
                })
                .run(
                        "--server.port=0",
                        "--server.address=127.0.0.1",
                        "--management.server.port=-1",
                        "--DB_URL=" + EmbeddedDatabase.url(),
                        "--DB_READ_URL=" + EmbeddedDatabase.standbyUrl(),
                        "--DB_PASSWORD=" + EmbeddedDatabase.SECRET,
                        "--REDIS_URL=" + redis.url());
    }
}

package dev.haru.auth.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.signing.SigningKeys;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.EmbeddedRedis;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** The login guard while Redis is unavailable. */
class LoginGuardFallbackTests {

    private static final String ADDRESS = "192.0.2.1";
    private static final String ACCOUNT = "somebody";

    private final EmbeddedRedis server = EmbeddedRedis.start();
    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final LettuceConnectionFactory connections = server.connect(Duration.ofSeconds(60));
    private final LoginGuardProperties properties = new LoginGuardProperties(
            List.of(EmbeddedDatabase.SECRET),
            Duration.ofMinutes(1),
            new LoginGuardProperties.Suspicious(1000, 1000, 1000),
            new LoginGuardProperties.Hostile(6, 1000, 1000, 1000, 10, 10),
            new LoginGuardProperties.Spraying(1000, 10_000),
            new LoginGuardProperties.SignUp(true, 20),
            Duration.ofMinutes(3),
            new LoginGuardProperties.Challenge(Duration.ofMinutes(5), 100, 1000),
            2,
            Duration.ofSeconds(1),
            Duration.ofSeconds(1));
    private final LoginGuard guard = replica();

    @AfterEach
    void disconnect() {
        connections.destroy();
        server.stop();
    }

    @Test
    void replicasWithRedisShareTheirCounts() {
        LoginGuard other = replica();
        fail(guard, 3);
        fail(other, 3);

        assertRefused(guard, "address-blocked");
        assertRefused(other, "address-blocked");
    }

    @Test
    void limitsWithoutRedisAreHalved() {
        server.stop();

        fail(guard, 3);

        assertRefused(guard, "address-blocked");
        assertThat(meters.counter("haru.login.guard.local.fallback").count()).isPositive();
    }

    @Test
    void failuresBeforeAnOutageOfRedisStillCount() {
        fail(guard, 2);
        server.stop();

        fail(guard, 1);

        assertRefused(guard, "address-blocked");
    }

    @Test
    void countsInRedisResumeAfterAnOutage() {
        server.stop();
        fail(guard, 1);
        server.restart();
        LocalCounters elsewhere = new LocalCounters(properties);
        FailureCounters other = counters(elsewhere);

        Awaitility.await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> {
            clock.advance(Duration.ofSeconds(2));
            fail(guard, 1);
            assertThat(other.assess(BlockTarget.signInsFrom(ADDRESS), CounterKeys.of(ADDRESS, ACCOUNT))
                            .of(Counter.ADDRESS))
                    .isPositive();
        });
    }

    @Test
    void challengeWithoutRedisIsValidOnce() {
        assertThat(new LocalCounters(properties).useOnce("challenge")).isTrue();
        LocalCounters local = new LocalCounters(properties);
        local.useOnce("challenge");
        assertThat(local.useOnce("challenge")).isFalse();
    }

    private LoginGuard replica() {
        SigningKeys keys = new SigningKeys(properties.secrets());
        return LoginGuardFixture.guard(
                counters(new LocalCounters(properties)), new RecentChallenges(properties), properties, keys, clock);
    }

    private FailureCounters counters(LocalCounters local) {
        return new FailureCounters(
                new RedisCounters(new StringRedisTemplate(connections), properties), local, properties, meters, clock);
    }

    private static void fail(LoginGuard guard, int times) {
        for (int i = 0; i < times; i++) {
            PasswordAttempt attempt = attempt(guard);
            attempt.admit();
            assertThat(attempt.check(() -> false)).isFalse();
            attempt.failed("wrong");
        }
    }

    private static void assertRefused(LoginGuard guard, String code) {
        assertThatExceptionOfType(LoginRefused.class)
                .isThrownBy(() -> attempt(guard).admit())
                .satisfies(
                        refused -> assertThat(refused.getBody().getProperties()).containsEntry("code", code));
    }

    private static PasswordAttempt attempt(LoginGuard guard) {
        return guard.signIn(ADDRESS, ACCOUNT, null, null);
    }
}

package dev.haru.auth.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.device.DeviceTokens;
import dev.haru.platform.signing.SigningKeys;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.EmbeddedRedis;
import dev.haru.platform.test.MovableClock;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Guesses at many accounts from many addresses, one guess for each account and each address. */
class SprayingTests {

    private static final int GUESSES = 228;
    private static final int SAME_PASSWORD = 10;
    private static final int ALL = 300;

    private final EmbeddedRedis server = EmbeddedRedis.start();
    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final LettuceConnectionFactory connections = new LettuceConnectionFactory(
            new RedisStandaloneConfiguration(
                    "127.0.0.1", URI.create(server.url()).getPort()),
            LettuceClientConfiguration.builder()
                    .clientOptions(ClientOptions.builder()
                            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                            .build())
                    .commandTimeout(Duration.ofSeconds(5))
                    .build());
    private final StringRedisTemplate redis = new StringRedisTemplate(connections);
    private final LoginGuardProperties properties =
            Objects.requireNonNull(new Binder(new MapConfigurationPropertySource(
                            java.util.Map.of("haru.login-guard.secrets[0]", EmbeddedDatabase.SECRET)))
                    .bind("haru.login-guard", LoginGuardProperties.class)
                    .get());
    private final SigningKeys keys = new SigningKeys(properties.secrets());
    private final RecentChallenges recentChallenges = new RecentChallenges(properties);
    private final FailureCounters counters = new FailureCounters(
            new RedisCounters(redis, properties),
            new LocalCounters(properties),
            properties,
            new SimpleMeterRegistry(),
            clock);
    private final DeviceTokens devices = new DeviceTokens(keys, clock);
    private final LoginGuard guard = new LoginGuard(
            counters,
            new Challenges(keys, properties, clock),
            keys,
            devices,
            recentChallenges,
            properties,
            new SimpleMeterRegistry(),
            clock);

    @BeforeEach
    void connect() {
        connections.afterPropertiesSet();
        connections.start();
    }

    @AfterEach
    void disconnect() {
        connections.destroy();
        server.stop();
    }

    @Test
    void onePasswordAtManyAccountsIsChallenged() {
        assertThat(countChecked(GUESSES, _ -> "summer2026")).isEqualTo(SAME_PASSWORD);
        assertThat(isChecked("another password", 1000, null)).isFalse();
    }

    @Test
    void manyPasswordsAtManyAccountsAreChallenged() {
        assertThat(countChecked(2 * ALL, i -> "password " + i)).isEqualTo(ALL);
    }

    @Test
    void knownDeviceIsNotChallengedDuringSpraying() {
        String device = devices.write(DeviceToken.of(
                UUID.randomUUID(),
                UUID.randomUUID(),
                "member-1000",
                clock.instant().plusSeconds(60)));
        countChecked(GUESSES, _ -> "summer2026");

        assertThat(isChecked("a password", 1000, device)).isTrue();
    }

    @Test
    void sprayingEndsAMinuteAfterTheLastGuess() {
        countChecked(GUESSES, _ -> "summer2026");
        clock.advance(Duration.ofMinutes(1));

        assertThat(isChecked("a password", 1000, null)).isTrue();
    }

    @Test
    void sprayingWithoutRedisIsChallengedAtHalfTheCount() {
        server.stop();

        assertThat(countChecked(GUESSES, _ -> "summer2026")).isEqualTo(SAME_PASSWORD / 2);
    }

    @Test
    void operatorClearsTheSprayingState() {
        countChecked(GUESSES, _ -> "summer2026");
        LoginGuardEndpoint operator = new LoginGuardEndpoint(counters, recentChallenges);
        assertThat(operator.explain(null, null, null).sprayingUntil())
                .isEqualTo(clock.instant().plusSeconds(60));

        operator.clear(null, null, null);

        assertThat(isChecked("a password", 1000, null)).isTrue();
    }

    @Test
    void passwordsAreNotStored() {
        countChecked(1, _ -> "summer2026");

        assertThat(redis.keys("haru:login-guard:password:*")).hasSize(1).noneMatch(key -> key.contains("summer"));
    }

    private long countChecked(int guesses, IntFunction<String> password) {
        long checked = 0;
        for (int i = 0; i < guesses; i++) {
            checked += isChecked(password.apply(i), i, null) ? 1 : 0;
        }
        return checked;
    }

    /**
     * Whether the login guard admits the check of this wrong password. Each number has an address and an account of its
     * own.
     */
    private boolean isChecked(String password, int number, @Nullable String device) {
        PasswordAttempt attempt =
                guard.signIn("198.51.%d.%d".formatted(number / 250, number % 250), "member-" + number, device, null);
        try {
            attempt.rejectIfRecentlyChallenged();
            attempt.admit();
        } catch (LoginRefused refused) {
            return false;
        }
        attempt.check(() -> false);
        attempt.failed(password);
        return true;
    }
}

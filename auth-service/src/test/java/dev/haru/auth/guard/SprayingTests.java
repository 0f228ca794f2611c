package dev.haru.auth.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.nulabinc.zxcvbn.StandardDictionaries;
import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.device.DeviceTokens;
import dev.haru.platform.signing.SigningKeys;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.EmbeddedRedis;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** Guesses at many accounts from many addresses, one guess for each account and each address. */
class SprayingTests {

    private static final int GUESSES = 228;
    private static final int SAME_PASSWORD = 10;
    private static final int ALL = 300;
    private static final int THOUSAND = 1000;

    private final EmbeddedRedis server = EmbeddedRedis.start();
    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final LettuceConnectionFactory connections = server.connect(Duration.ofSeconds(60));
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
    private final LoginGuard guard = LoginGuardFixture.guard(counters, recentChallenges, properties, keys, clock);

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

    /**
     * Sprays the first thousand passwords of zxcvbn's list at the owner and at others, guesses codes with the right
     * password, and resets the owner's account by a stolen mailbox. The owner signs in after each password.
     */
    @Test
    void thousandPasswordsLockNoOwnerOut() throws Exception {
        String owner = "member-1000";
        UUID account = UUID.randomUUID();
        String device = devices.write(DeviceToken.of(
                UUID.randomUUID(), account, owner, clock.instant().plusSeconds(60)));
        List<String> passwords = StandardDictionaries.PASSWORDS_LOADER.load().getFrequencies().stream()
                .limit(THOUSAND)
                .toList();
        int lockedOut = 0;
        for (int i = 0; i < THOUSAND; i++) {
            isChecked(passwords.get(i), 1000, null);
            isChecked(passwords.get(i), i, null);
            if (i % 10 == 0) {
                guessCode(owner, i);
            }
            if (i % 100 == 0) {
                guard.clear("203.0.113.9", owner, account);
            }
            lockedOut += signsIn(owner, device) ? 0 : 1;
        }

        assertThat(passwords).hasSize(THOUSAND);
        assertThat(lockedOut).isZero();
        assertThat(isChecked("a further password", 1000, null))
                .as("an unknown device at the owner's account")
                .isFalse();
    }

    /** Sends a wrong code after the right password, from an unknown device. */
    private void guessCode(String account, int number) {
        PasswordAttempt attempt = guard.signIn("203.0.%d.7".formatted(number % 250), account, null, null);
        try {
            attempt.rejectIfRecentlyChallenged();
            attempt.admit();
            attempt.check(() -> false);
            attempt.failed();
        } catch (LoginRefused refused) {
            // The guess is refused.
        }
    }

    /** Whether the login guard admits the right password and then the right code of a known device. */
    private boolean signsIn(String account, String device) {
        try {
            for (int step = 0; step < 2; step++) {
                PasswordAttempt attempt = guard.signIn("192.0.2.1", account, device, null);
                attempt.rejectIfRecentlyChallenged();
                attempt.admit();
                attempt.check(() -> true);
                attempt.succeeded();
            }
            return true;
        } catch (LoginRefused refused) {
            return false;
        }
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

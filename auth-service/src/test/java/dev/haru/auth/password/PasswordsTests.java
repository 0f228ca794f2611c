package dev.haru.auth.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

class PasswordsTests {

    private static final int QUEUE = 10;
    private static final AddressPrefix CLIENT = AddressPrefix.of("192.0.2.7");

    private final Passwords passwords = new Passwords(
            new PasswordProperties(
                    new PasswordProperties.Argon2id(7168, 5, 1),
                    List.of("libargon2.so.1", "no-such-library"),
                    1,
                    new PasswordProperties.Governor(0, QUEUE, Duration.ofMinutes(2)),
                    List.of()),
            new SecureRandom(),
            new MovableClock(Instant.parse("2026-11-21T09:00:00Z")),
            new SimpleMeterRegistry());

    @Test
    void hashNamesItsAlgorithmAndCost() {
        assertThat(passwords.hash("password12345678", CLIENT)).startsWith("{argon2id}$argon2id$v=19$m=7168,t=5,p=1$");
    }

    @Test
    void correctPasswordMatches() {
        String stored = passwords.hash("password12345678", CLIENT);
        assertThat(passwords.matches("password12345678", stored, CLIENT, BooleanSupplier::getAsBoolean))
                .isTrue();
        assertThat(passwords.matches("password12345679", stored, CLIENT, BooleanSupplier::getAsBoolean))
                .isFalse();
    }

    @Test
    void decomposedCharactersMatchComposedOnes() {
        String stored = passwords.hash("pa\u00DFw\u00F6rt-composed", CLIENT);
        assertThat(passwords.matches("pa\u00DFwo\u0308rt-composed", stored, CLIENT, BooleanSupplier::getAsBoolean))
                .isTrue();
    }

    @Test
    void importedHashMatches() {
        String bcrypt = "{bcrypt}" + new BCryptPasswordEncoder(4).encode("password12345678");
        // 16 bytes of salt and the hash of hashlib.pbkdf2_hmac("sha256", b"password12345678", salt, 600_000) of Python.
        String pbkdf2 = "{pbkdf2}000102030405060708090a0b0c0d0e0f"
                + "a8ab5eff7e9eeac8a688106cfbfe4688441907b6557823b758178c0614833161";
        assertThat(passwords.matches("password12345678", bcrypt, CLIENT, BooleanSupplier::getAsBoolean))
                .isTrue();
        assertThat(passwords.matches("password12345678", pbkdf2, CLIENT, BooleanSupplier::getAsBoolean))
                .isTrue();
        assertThat(passwords.matches("password12345679", bcrypt, CLIENT, BooleanSupplier::getAsBoolean))
                .isFalse();
    }

    @Test
    void missingStoredHashMatchesNothing() {
        assertThat(passwords.matches("the password of no account", null, CLIENT, BooleanSupplier::getAsBoolean))
                .isFalse();
    }

    @Test
    void weakHashStaysWhenHashingIsSaturated() throws Exception {
        String weak = "{bcrypt}" + new BCryptPasswordEncoder(4).encode("password12345678");
        CountDownLatch over = new CountDownLatch(1);
        try (ExecutorService others = Executors.newVirtualThreadPerTaskExecutor()) {
            int cores = Runtime.getRuntime().availableProcessors();
            for (int i = 0; i < cores + QUEUE; i++) {
                others.execute(() -> passwords.matches("password12345678", weak, CLIENT, _ -> {
                    try {
                        return over.await(5, TimeUnit.MINUTES);
                    } catch (InterruptedException stopped) {
                        throw new IllegalStateException(stopped);
                    }
                }));
            }
            await().untilAsserted(() ->
                    assertThatThrownBy(() -> passwords.requireRoom(CLIENT)).isInstanceOf(HashingSaturated.class));

            assertThat(passwords.upgraded("password12345678", weak, CLIENT)).isEmpty();
            over.countDown();
        }
    }

    @Test
    void weakHashIsUpgradedWithinTheBudget() {
        String weak = "{bcrypt}" + new BCryptPasswordEncoder(4).encode("password12345678");

        assertThat(passwords.upgraded("password12345678", weak, CLIENT))
                .hasValueSatisfying(hash -> assertThat(hash).startsWith("{argon2id}"));
        assertThat(passwords.upgraded("password12345678", weak, CLIENT))
                .as("a second upgrade in the same second")
                .isEmpty();
    }

    @Test
    void strongHashIsNotUpgraded() {
        assertThat(passwords.upgraded("password12345678", passwords.hash("password12345678", CLIENT), CLIENT))
                .isEmpty();
    }
}

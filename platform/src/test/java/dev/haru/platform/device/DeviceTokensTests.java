package dev.haru.platform.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.signing.SigningKeys;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceTokensTests {

    private static final String OLD = "old-secret-old-secret-old-secret-";
    private static final String NEW = "new-secret-new-secret-new-secret-";
    private static final Instant NOW = Instant.parse("2026-11-24T09:00:00Z");
    private static final DeviceToken TOKEN =
            DeviceToken.of(UUID.randomUUID(), UUID.randomUUID(), "seed_0", NOW.plus(Duration.ofDays(180)));

    private final MovableClock clock = new MovableClock(NOW);
    private final DeviceTokens tokens = signedBy(OLD);

    @Test
    void cookieContainsDeviceAccountAndNickname() {
        assertThat(tokens.verify(tokens.write(TOKEN))).hasValueSatisfying(token -> {
            assertThat(token.device()).isEqualTo(TOKEN.device());
            assertThat(token.account()).isEqualTo(TOKEN.account());
            assertThat(token.expiresAt()).isEqualTo(TOKEN.expiresAt());
            assertThat(token.isFor("seed_0")).isTrue();
            assertThat(token.isFor("seed_1")).isFalse();
        });
        assertThat(tokens.write(TOKEN)).hasSize(DeviceTokens.LENGTH);
    }

    @Test
    void cookieWithAnyByteChangedIsInvalid() {
        byte[] bytes = Base64.getUrlDecoder().decode(tokens.write(TOKEN));
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] ^= 1;
            assertThat(tokens.verify(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)))
                    .as("byte %d", i)
                    .isEmpty();
            bytes[i] ^= 1;
        }
    }

    @Test
    void expiredCookieIsInvalid() {
        String cookie = tokens.write(TOKEN);
        clock.advance(Duration.ofDays(180).minusSeconds(1));
        assertThat(tokens.verify(cookie)).isPresent();
        clock.advance(Duration.ofSeconds(1));
        assertThat(tokens.verify(cookie)).isEmpty();
    }

    @Test
    void firstSecretSignsAndAllVerify() {
        DeviceTokens rotated = signedBy(NEW, OLD);
        assertThat(rotated.verify(tokens.write(TOKEN))).isPresent();
        assertThat(tokens.verify(rotated.write(TOKEN))).isEmpty();
        assertThat(signedBy(NEW).verify(rotated.write(TOKEN))).isPresent();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "x", "a=b", "%%%%"})
    void malformedCookieIsInvalid(String cookie) {
        assertThat(tokens.verify(cookie)).isEmpty();
    }

    @Test
    void longOrUndecodableCookieIsInvalid() {
        assertThat(tokens.verify("!".repeat(DeviceTokens.LENGTH))).isEmpty();
        assertThat(tokens.verify("A".repeat(DeviceTokens.LENGTH))).isEmpty();
        assertThat(tokens.verify("A".repeat(60_000))).isEmpty();
    }

    private DeviceTokens signedBy(String... secrets) {
        return new DeviceTokens(new SigningKeys(List.of(secrets)), clock);
    }
}

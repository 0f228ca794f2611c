package dev.haru.gateway.block;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.test.EmbeddedRedis;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

class BlockedAddressesTests {

    private static final Instant START = Instant.parse("2026-11-21T09:00:00Z");

    private final EmbeddedRedis server = EmbeddedRedis.start();
    private final LettuceConnectionFactory connections = server.connect(Duration.ofMinutes(1));
    private final StringRedisTemplate redis = new StringRedisTemplate(connections);

    private final MovableClock clock = new MovableClock(START);
    private final BlockedAddresses blocked =
            new BlockedAddresses(redis, clock, new BlockedAddressProperties(Duration.ofSeconds(1), 3, 10, 20));

    @AfterEach
    void stop() {
        connections.destroy();
        server.close();
    }

    @Test
    void copyKeepsTheLongestBlocks() {
        for (int i = 1; i <= 5; i++) {
            block("192.0.2." + i, i);
        }
        blocked.refresh();
        assertThat(blocked.count()).isEqualTo(3);
        assertThat(remaining("192.0.2.2")).isZero();
        assertThat(remaining("192.0.2.3")).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void copyContainsNoExpiredBlock() {
        block("192.0.2.1", 1);
        clock.advance(Duration.ofSeconds(2));
        blocked.refresh();
        assertThat(blocked.isEmpty()).isTrue();
    }

    @Test
    void copyStaysAndExpiresWhileRedisIsUnavailable() {
        block("192.0.2.1", 60);
        block("192.0.2.2", 180);
        blocked.refresh();
        server.stop();
        blocked.refresh();
        assertThat(remaining("192.0.2.1")).isEqualTo(Duration.ofMinutes(1));

        clock.advance(Duration.ofMinutes(1));
        blocked.refresh();
        assertThat(remaining("192.0.2.1").isPositive()).isFalse();
        assertThat(remaining("192.0.2.2")).isEqualTo(Duration.ofMinutes(2));
        assertThat(blocked.count()).isEqualTo(1);
    }

    private void block(String address, long seconds) {
        redis.opsForZSet().add(BlockedAddresses.KEY, address, (double)
                START.plusSeconds(seconds).toEpochMilli());
    }

    private Duration remaining(String address) {
        return blocked.remaining(AddressPrefix.of(address));
    }
}

package dev.haru.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three services in a row, each with its own cache and clock, without Redis. */
class StalenessTests {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final UUID account = UUID.randomUUID();
    private final UUID session = UUID.randomUUID();
    private final AtomicBoolean revoked = new AtomicBoolean();
    private final IdentityCache<String> auth = cache();
    private final IdentityCache<String> member = cache();
    private final IdentityCache<String> schedule = cache();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void revokedTokenFailsAfterTenSecondsInAnyOrder(long seed) {
        Random random = new Random(seed);
        for (int round = 0; round < 300; round++) {
            revoked.set(false);
            String token = "hru_" + round;
            int before = random.nextInt(8);
            for (int i = 0; i < before; i++) {
                atAnyService(random, token);
                clock.advance(Duration.ofMillis(random.nextInt(4000)));
            }
            atAnyService(random, token);

            revoked.set(true);
            Instant limit = clock.instant().plus(LIMIT);
            while (clock.instant().isBefore(limit)) {
                clock.advance(Duration.ofMillis(random.nextInt(3000)));
                boolean served = atAnyService(random, token);
                assertThat(served && !clock.instant().isBefore(limit))
                        .as("served after the limit in round %d", round)
                        .isFalse();
            }
            assertThat(atSchedule(token)).isEmpty();
            assertThat(atMember(token, Freshness.CACHED)).isEmpty();
            assertThat(atAuth(token, Freshness.CACHED)).isEmpty();
        }
    }

    private boolean atAnyService(Random random, String token) {
        return switch (random.nextInt(3)) {
            case 0 -> atAuth(token, Freshness.CACHED).isPresent();
            case 1 -> atMember(token, Freshness.CACHED).isPresent();
            default -> atSchedule(token).isPresent();
        };
    }

    private Optional<CachedIdentity<String>> atSchedule(String token) {
        return schedule.find(token, Freshness.CACHED, freshness -> transferred(atMember(token, freshness)));
    }

    private Optional<CachedIdentity<String>> atMember(String token, Freshness freshness) {
        return member.find(token, freshness, wanted -> transferred(atAuth(token, wanted)));
    }

    private Optional<CachedIdentity<String>> atAuth(String token, Freshness freshness) {
        return auth.find(
                token,
                freshness,
                _ -> revoked.get()
                        ? Optional.empty()
                        : Optional.of(new CachedIdentity<>(
                                "a member", account, session, clock.instant().plusSeconds(3600), Duration.ZERO)));
    }

    /** The answer after its transfer between services: its age in milliseconds, and the clock 3 ms later. */
    private Optional<CachedIdentity<String>> transferred(Optional<CachedIdentity<String>> answer) {
        clock.advance(Duration.ofMillis(3));
        return answer.map(it -> new CachedIdentity<>(
                it.value(), it.accountId(), it.sessionId(), it.expiresAt(), CachedIdentity.ageOf(it.ageMillis())));
    }

    private IdentityCache<String> cache() {
        return new IdentityCaches(
                        new IdentityProperties(
                                true,
                                LIMIT,
                                Duration.ofSeconds(8),
                                10,
                                1000,
                                Duration.ofMillis(1),
                                1000,
                                Duration.ofSeconds(60)),
                        new Tombstones(clock::nanos, ReplicaRouting.withoutReplica()),
                        renewal -> {
                            renewal.run();
                            return true;
                        },
                        clock::nanos,
                        clock,
                        new SimpleMeterRegistry())
                .create("identity");
    }
}

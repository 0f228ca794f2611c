package dev.haru.platform.identity;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The parts of an identity cache on a clock that the test moves, and entries of one token. */
final class CacheFixture {

    static final String TOKEN = "hru_of_a_member";
    static final UUID ACCOUNT = UUID.randomUUID();
    static final UUID SESSION = UUID.randomUUID();

    final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    final Tombstones tombstones = new Tombstones(clock::nanos, ReplicaRouting.withoutReplica());

    private final Instant tokenEnds = clock.instant().plusSeconds(3600);

    /** 10 s to live without jitter, renewal after 8 s, unknown keys for 2 s, stale entries for a minute. */
    static CacheSettings settings() {
        return settings(0, Duration.ofSeconds(8), Duration.ofSeconds(60));
    }

    static CacheSettings settings(int jitterPercent, Duration refreshAfter, Duration staleIfError) {
        return new CacheSettings(
                true,
                Duration.ofSeconds(10),
                refreshAfter,
                jitterPercent,
                1000,
                Duration.ofSeconds(2),
                50,
                staleIfError);
    }

    CurrentEntries<String, String> currentEntries() {
        return currentEntries(settings(), _ -> null);
    }

    CurrentEntries<String, String> currentEntries(CacheSettings settings, Function<String, @Nullable UUID> accountOf) {
        return new CurrentEntries<>("identity", settings, accountOf, tombstones, clock::nanos, clock, meters);
    }

    StaleEntries<String, String> staleEntries() {
        return staleEntries(settings());
    }

    StaleEntries<String, String> staleEntries(CacheSettings settings) {
        return new StaleEntries<>("identity", settings, tombstones, clock::nanos, clock, meters);
    }

    /** An entry that was read from the database now. */
    CacheEntry<String> entry() {
        return entry(Duration.ZERO);
    }

    /** An entry that was read from the database before. */
    CacheEntry<String> entry(Duration age) {
        return entry(identity(age));
    }

    CacheEntry<String> entry(CachedIdentity<String> identity) {
        return new CacheEntry<>(identity, tombstones.now());
    }

    CachedIdentity<String> identity(Duration age) {
        return new CachedIdentity<>("a member", ACCOUNT, SESSION, tokenEnds, age);
    }

    CachedIdentity<String> identityWithProfile(Duration profileAge) {
        return new CachedIdentity<>("a member", ACCOUNT, SESSION, tokenEnds, Duration.ZERO, profileAge);
    }

    CachedIdentity<String> identityWithoutSession() {
        return new CachedIdentity<>("a member", ACCOUNT, null, tokenEnds, Duration.ZERO);
    }

    CachedIdentity<String> identityUntil(Instant expiresAt) {
        return new CachedIdentity<>("a member", ACCOUNT, SESSION, expiresAt, Duration.ZERO);
    }
}

package dev.haru.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The results of the cache while the upstream service does not answer. */
class OutageTests {

    private static final String TOKEN = "hru_of_a_member";

    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final UUID account = UUID.randomUUID();
    private final UUID session = UUID.randomUUID();
    private final Instant tokenEnds = clock.instant().plusSeconds(3600);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Tombstones tombstones = new Tombstones(clock::nanos, ReplicaRouting.withoutReplica());
    private final AtomicInteger lookups = new AtomicInteger();
    private final IdentityCache<String> cache = cache(Duration.ZERO, _ -> false);

    @BeforeEach
    void fillCache() {
        tombstones.listening(true);
        clock.advance(Duration.ofSeconds(1));
        assertThat(find(up())).contains("a member");
        lookups.set(0);
    }

    @Test
    void staleEntryIsUsedForAMinute() {
        for (int second = 1; second < 60; second++) {
            clock.advance(Duration.ofSeconds(1));
            assertThat(find(down())).as("after %d s", second).contains("a member");
        }

        clock.advance(Duration.ofSeconds(1));

        assertUnavailable();
    }

    @Test
    void staleResultCarriesItsAgeAndIsCounted() {
        clock.advance(Duration.ofSeconds(45));

        assertThat(cache.find(TOKEN, Freshness.CACHED, down()))
                .map(CachedIdentity::age)
                .hasValueSatisfying(age -> assertThat(age).isBetween(Duration.ofSeconds(45), Duration.ofMillis(45001)));
        find(down());

        assertThat(meters.get("haru.identity.stale")
                        .tag("cache", "identity")
                        .counter()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void unknownTokenIsUnavailableNotRefused() {
        assertThatExceptionOfType(IdentityUnavailable.class)
                .isThrownBy(() -> cache.find("hru_of_another_member", Freshness.CACHED, down()));

        assertThat(cache.find("hru_of_another_member", Freshness.CACHED, up())).isPresent();
    }

    @Test
    void failedUpstreamIsCalledOnceASecondForEachToken() {
        clock.advance(Duration.ofSeconds(20));
        for (int i = 0; i < 100; i++) {
            find(down());
        }
        assertThat(lookups).hasValue(1);

        clock.advance(Duration.ofSeconds(1));
        for (int i = 0; i < 100; i++) {
            find(down());
        }
        assertThat(lookups).hasValue(2);
    }

    @Test
    void oneLookUpRefreshesTheEntryAfterAnOutage() {
        clock.advance(Duration.ofSeconds(20));
        find(down());
        clock.advance(Duration.ofSeconds(1));
        lookups.set(0);

        for (int i = 0; i < 100; i++) {
            assertThat(find(up())).contains("a member");
        }

        assertThat(lookups).hasValue(1);
        assertThat(cache.find(TOKEN, Freshness.CACHED, down()))
                .map(CachedIdentity::age)
                .hasValueSatisfying(age -> assertThat(age).isLessThan(Duration.ofSeconds(1)));
    }

    @Test
    void onlyOneRequestWaitsForASilentUpstream() throws Exception {
        clock.advance(Duration.ofSeconds(20));
        find(down());
        clock.advance(Duration.ofSeconds(1));
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch timeOut = new CountDownLatch(1);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<Optional<String>> first = CompletableFuture.supplyAsync(
                    () -> find(freshness -> {
                        begun.countDown();
                        await().until(() -> timeOut.getCount() == 0);
                        return down().find(freshness);
                    }),
                    callers);
            begun.await();

            assertThat(find(down())).contains("a member");

            assertThat(first).isNotDone();
            timeOut.countDown();
            assertThat(first.get()).contains("a member");
        }
        assertThat(lookups).as("the first failure, and the waiting request").hasValue(2);
    }

    @Test
    void requestWaitingForAFailedRenewalGetsTheStaleEntry() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch timeOut = new CountDownLatch(1);
        Lookup<String> silent = freshness -> {
            begun.countDown();
            await().until(() -> timeOut.getCount() == 0);
            return down().find(freshness);
        };
        IdentityCache<String> renewing = cache(Duration.ofSeconds(8), renewal -> {
            Thread.startVirtualThread(renewal);
            return true;
        });
        renewing.find(TOKEN, Freshness.CACHED, up());
        clock.advance(Duration.ofSeconds(9));
        assertThat(renewing.find(TOKEN, Freshness.CACHED, silent)).isPresent();
        begun.await();
        clock.advance(Duration.ofSeconds(1));
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<Optional<CachedIdentity<String>>> late =
                    CompletableFuture.supplyAsync(() -> renewing.find(TOKEN, Freshness.CACHED, silent), callers);
            timeOut.countDown();

            assertThat(late.get()).map(CachedIdentity::value).contains("a member");
        }
    }

    @Test
    void entryOfAnEndedSessionIsNotUsed() {
        clock.advance(Duration.ofSeconds(5));
        tombstones.put(new Revocation.SessionEnded(session));
        clock.advance(Duration.ofSeconds(50));

        assertThat(hasNoResult()).isTrue();
    }

    @Test
    void endOfOtherSessionsMakesTheEntryUnusable() {
        tombstones.put(new Revocation.OtherSessionsEnded(account, UUID.randomUUID()));
        clock.advance(Duration.ofSeconds(50));

        assertUnavailable();
    }

    @Test
    void entryOfAnEndedAccountIsNotUsed() {
        tombstones.put(new Revocation.AccountEnded(account));
        clock.advance(Duration.ofSeconds(50));

        assertThat(hasNoResult()).isTrue();
    }

    @Test
    void profileChangeKeepsTheStaleEntry() {
        tombstones.put(new Revocation.IdentityChanged(account));
        clock.advance(Duration.ofSeconds(20));

        assertThat(find(down())).contains("a member");
    }

    @Test
    void entryOfAnExpiredTokenIsNotUsed() {
        Instant soon = clock.instant().plusSeconds(15);
        cache.find("hru_short", Freshness.CACHED, _ -> Optional.of(identified(soon, Duration.ZERO)));
        clock.advance(Duration.ofSeconds(15));

        assertThatExceptionOfType(IdentityUnavailable.class)
                .isThrownBy(() -> cache.find("hru_short", Freshness.CACHED, down()));
    }

    @Test
    void tokenUnknownUpstreamLosesItsStaleEntry() {
        clock.advance(Duration.ofSeconds(20));
        find(_ -> Optional.empty());
        clock.advance(Duration.ofSeconds(3));

        assertUnavailable();
    }

    @Test
    void staleEntryIsNotUsedWithoutSubscription() {
        tombstones.listening(false);
        assertThat(find(down())).as("within the time to live").contains("a member");
        clock.advance(Duration.ofSeconds(10));

        assertUnavailable();
    }

    @Test
    void staleEntryIsNotUsedAfterMissedRevocations() {
        tombstones.listening(false);
        tombstones.invalidateAll();
        tombstones.listening(true);
        clock.advance(Duration.ofSeconds(10));

        assertUnavailable();
    }

    @Test
    void freshLookUpIsUnavailable() {
        assertThatExceptionOfType(IdentityUnavailable.class)
                .isThrownBy(() -> cache.find(TOKEN, Freshness.FRESH, down()));
    }

    @Test
    void failureOtherThanUnavailabilityIsThrown() {
        clock.advance(Duration.ofSeconds(20));

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> find(_ -> {
                    throw new IllegalStateException("a defect");
                }));
    }

    @Test
    void staleUpstreamAnswerIsUsedUntilARevocation() {
        Lookup<String> upstreamInAnOutage = freshness -> freshness == Freshness.FRESH
                ? down().find(freshness)
                : Optional.of(identified(tokenEnds, Duration.ofSeconds(30)));
        clock.advance(Duration.ofSeconds(100));

        assertThat(find(upstreamInAnOutage)).contains("a member");
        assertThat(find(upstreamInAnOutage)).as("for a second").contains("a member");
        assertThat(lookups).hasValue(1);

        tombstones.put(new Revocation.OtherSessionsEnded(account, UUID.randomUUID()));
        assertThatExceptionOfType(IdentityUnavailable.class).isThrownBy(() -> find(upstreamInAnOutage));
    }

    @Test
    void eachTokenIsLookedUpOnceAfterAnOutage() throws Exception {
        for (int i = 0; i < 50; i++) {
            cache.find("hru_" + i, Freshness.CACHED, up());
        }
        clock.advance(Duration.ofSeconds(30));
        for (int i = 0; i < 50; i++) {
            cache.find("hru_" + i, Freshness.CACHED, down());
        }
        clock.advance(Duration.ofSeconds(1));
        lookups.set(0);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Void>> all = IntStream.range(0, 2000)
                    .mapToObj(i -> CompletableFuture.runAsync(
                            () -> cache.find("hru_" + i % 50, Freshness.CACHED, up()), callers))
                    .toList();
            for (CompletableFuture<Void> one : all) {
                one.get();
            }
        }

        assertThat(lookups).hasValue(50);
    }

    private void assertUnavailable() {
        assertThatExceptionOfType(IdentityUnavailable.class).isThrownBy(() -> find(down()));
    }

    /** Whether the look-up ends without an owner or with an exception. */
    private boolean hasNoResult() {
        try {
            return find(down()).isEmpty();
        } catch (IdentityUnavailable unavailable) {
            return true;
        }
    }

    private Optional<String> find(Lookup<String> lookup) {
        return cache.find(TOKEN, Freshness.CACHED, lookup).map(CachedIdentity::value);
    }

    private Lookup<String> up() {
        return _ -> {
            lookups.incrementAndGet();
            return Optional.of(identified(tokenEnds, Duration.ZERO));
        };
    }

    private Lookup<String> down() {
        return _ -> {
            lookups.incrementAndGet();
            throw IdentityUnavailable.because(new IllegalStateException("connection refused"));
        };
    }

    private CachedIdentity<String> identified(Instant expiresAt, Duration age) {
        return new CachedIdentity<>("a member", account, session, expiresAt, age);
    }

    private IdentityCache<String> cache(Duration refreshAfter, Predicate<Runnable> refresher) {
        IdentityProperties properties = new IdentityProperties(
                true, Duration.ofSeconds(10), refreshAfter, 0, 100, Duration.ofSeconds(2), 50, Duration.ofSeconds(60));
        return new IdentityCaches(properties, tombstones, refresher, clock::nanos, clock, meters).create("identity");
    }
}

package dev.haru.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.problem.ProblemException;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The look-ups of an identity cache, with all its parts. The tests of each part cover the part alone. */
class IdentityCacheTests {

    private static final String TOKEN = "hru_of_a_member";
    private static final UUID ACCOUNT = UUID.randomUUID();
    private static final UUID SESSION = UUID.randomUUID();

    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final Instant tokenEnds = clock.instant().plusSeconds(3600);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Tombstones tombstones = new Tombstones(clock::nanos, ReplicaRouting.withoutReplica());
    private final AtomicInteger lookups = new AtomicInteger();
    private final List<Freshness> asked = new CopyOnWriteArrayList<>();

    private IdentityCache<String> cache = cache(true);

    @Test
    void entryIsUsedWithinItsTimeToLive() {
        assertThat(find(known())).contains("a member");
        clock.advance(Duration.ofSeconds(9));

        assertThat(find(known())).contains("a member");

        assertThat(lookups).hasValue(1);
    }

    @Test
    void expiredEntryIsLookedUpAgain() {
        find(known());
        clock.advance(Duration.ofSeconds(10));

        assertThat(find(unknown())).isEmpty();

        assertThat(lookups).hasValue(2);
    }

    @Test
    void resultCarriesItsAge() {
        assertThat(cache.find(TOKEN, Freshness.CACHED, aged(Duration.ofSeconds(3))))
                .map(CachedIdentity::age)
                .hasValueSatisfying(age -> assertThat(age).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3001)));
        clock.advance(Duration.ofSeconds(5));

        assertThat(cache.find(TOKEN, Freshness.CACHED, unknown()))
                .map(CachedIdentity::ageMillis)
                .hasValueSatisfying(age -> assertThat(age).isBetween(8000L, 8001L));
    }

    @Test
    void answerOlderThanTheTimeToLiveIsLookedUpFresh() {
        assertThat(find(freshness -> freshness == Freshness.FRESH
                        ? known().find(freshness)
                        : aged(Duration.ofSeconds(11)).find(freshness)))
                .contains("a member");

        assertThat(asked).containsExactly(Freshness.CACHED, Freshness.FRESH);
    }

    @Test
    void tokenOfAnEndedSessionIsRefusedWithoutALookUp() {
        find(known());

        tombstones.put(new Revocation.SessionEnded(SESSION));

        assertThat(find(known())).isEmpty();
        assertThat(lookups).hasValue(1);
    }

    @Test
    void staleUpstreamCacheIsBypassed() {
        clock.advance(Duration.ofSeconds(60));
        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));
        clock.advance(Duration.ofMillis(5));

        Lookup<String> staleUpstream = freshness -> freshness == Freshness.CACHED
                ? aged(Duration.ofSeconds(2)).find(freshness)
                : unknown().find(freshness);

        assertThat(find(staleUpstream)).isEmpty();
        assertThat(asked).containsExactly(Freshness.CACHED, Freshness.FRESH);
    }

    @Test
    void changedProfileIsLookedUpAgain() {
        find(withProfile("a member", Duration.ZERO));

        tombstones.put(new Revocation.IdentityChanged(ACCOUNT));

        assertThat(find(withProfile("another member", Duration.ZERO))).contains("another member");
        assertThat(asked).as("the token is still valid").containsExactly(Freshness.CACHED, Freshness.CACHED);
    }

    @Test
    void staleProfileOfAnUpstreamCacheIsLookedUpFresh() {
        clock.advance(Duration.ofSeconds(60));
        find(withProfile("a member", Duration.ZERO));

        tombstones.put(new Revocation.IdentityChanged(ACCOUNT));

        assertThat(find(freshness -> withProfile(
                                "a member", freshness == Freshness.FRESH ? Duration.ZERO : Duration.ofSeconds(1))
                        .find(freshness)))
                .contains("a member");
        assertThat(asked).containsExactly(Freshness.CACHED, Freshness.CACHED, Freshness.FRESH);
    }

    @Test
    void sessionEndedDuringALookUpIsNotCached() {
        assertThat(find(during(new Revocation.SessionEnded(SESSION)))).isEmpty();

        assertThat(find(known())).isEmpty();
        assertThat(lookups).hasValue(1);
    }

    @Test
    void lookUpMadeStaleIsRepeatedForAllWaitingRequests() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch revoked = new CountDownLatch(1);
        Lookup<String> slow = freshness -> {
            Optional<CachedIdentity<String>> answer = freshness == Freshness.CACHED
                    ? known().find(freshness)
                    : unknown().find(freshness);
            begun.countDown();
            await().until(() -> revoked.getCount() == 0);
            return answer;
        };
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            CompletableFuture<Optional<String>> first = CompletableFuture.supplyAsync(() -> find(slow), callers);
            begun.await();
            CompletableFuture<Optional<String>> second = CompletableFuture.supplyAsync(() -> find(slow), callers);
            tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));
            revoked.countDown();

            assertThat(first.get()).isEmpty();
            assertThat(second.get()).isEmpty();
        }
    }

    @Test
    void lookUpIsRepeatedAfterMissedRevocation() {
        assertThat(find(freshness -> {
                    Optional<CachedIdentity<String>> answer = known().find(freshness);
                    if (freshness == Freshness.CACHED) {
                        tombstones.invalidateAll();
                    }
                    return answer;
                }))
                .contains("a member");
        assertThat(asked).containsExactly(Freshness.CACHED, Freshness.FRESH);
    }

    @Test
    void threeStaleLookUpsAreA503() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> find(during(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()))))
                .satisfies(
                        problem -> assertThat(problem.getStatusCode().value()).isEqualTo(503));
        assertThat(lookups).hasValue(3);
    }

    @Test
    void concurrentRequestsShareOneLookUp() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Optional<String>>> all = IntStream.range(0, 200)
                    .mapToObj(_ -> CompletableFuture.supplyAsync(
                            () -> find(freshness -> {
                                await().until(() -> release.getCount() == 0);
                                return known().find(freshness);
                            }),
                            callers))
                    .toList();
            release.countDown();

            for (CompletableFuture<Optional<String>> one : all) {
                assertThat(one.get()).contains("a member");
            }
        }
        assertThat(lookups).hasValue(1);
        assertThat(meters.get("haru.identity.load")
                        .tag("outcome", "known")
                        .timer()
                        .count())
                .isOne();
    }

    @Test
    void failedLookUpIsThrownAndNotCached() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> find(_ -> {
                    throw new IllegalStateException("upstream service is down");
                }))
                .withMessage("upstream service is down");

        assertThat(find(known())).contains("a member");
    }

    @Test
    void answerWithoutASessionIsNotCached() {
        Lookup<String> older = freshness -> known().find(freshness)
                .map(it -> new CachedIdentity<>(it.value(), ACCOUNT, null, tokenEnds, Duration.ZERO));

        assertThat(find(older)).contains("a member");
        find(older);

        assertThat(lookups).hasValue(2);
    }

    @Test
    void freshLookUpBypassesTheCache() {
        find(known());

        assertThat(cache.find(TOKEN, Freshness.FRESH, unknown())).isEmpty();

        assertThat(find(known())).as("the answer of the database is cached").isEmpty();
    }

    @Test
    void disabledCacheLooksUpEachTime() {
        cache = cache(false);

        find(known());
        assertThat(find(unknown())).isEmpty();

        assertThat(lookups).hasValue(2);
    }

    private Optional<String> find(Lookup<String> lookup) {
        return cache.find(TOKEN, Freshness.CACHED, lookup).map(CachedIdentity::value);
    }

    private Lookup<String> known() {
        return aged(Duration.ZERO);
    }

    private Lookup<String> aged(Duration age) {
        return answer(tokenEnds, age);
    }

    private Lookup<String> unknown() {
        return answer(null, Duration.ZERO);
    }

    private Lookup<String> during(Revocation revocation) {
        return freshness -> {
            Optional<CachedIdentity<String>> answer = known().find(freshness);
            tombstones.put(revocation);
            return answer;
        };
    }

    private Lookup<String> answer(@Nullable Instant expiresAt, Duration age) {
        return freshness -> {
            lookups.incrementAndGet();
            asked.add(freshness);
            return expiresAt == null
                    ? Optional.empty()
                    : Optional.of(new CachedIdentity<>("a member", ACCOUNT, SESSION, expiresAt, age));
        };
    }

    private Lookup<String> withProfile(String value, Duration profileAge) {
        return freshness -> {
            lookups.incrementAndGet();
            asked.add(freshness);
            return Optional.of(new CachedIdentity<>(value, ACCOUNT, SESSION, tokenEnds, Duration.ZERO, profileAge));
        };
    }

    private boolean runNow(Runnable renewal) {
        renewal.run();
        return true;
    }

    private IdentityCache<String> cache(boolean enabled) {
        meters.clear();
        IdentityProperties properties = new IdentityProperties(
                enabled,
                Duration.ofSeconds(10),
                Duration.ZERO,
                0,
                100,
                Duration.ofSeconds(2),
                50,
                Duration.ofSeconds(60));
        return new IdentityCaches(properties, tombstones, this::runNow, clock::nanos, clock, meters).create("identity");
    }
}

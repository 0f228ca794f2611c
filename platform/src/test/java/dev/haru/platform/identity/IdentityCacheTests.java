package dev.haru.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.deadline.Deadlines;
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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IdentityCacheTests {

    private static final String TOKEN = "hru_of_somebody";
    private static final UUID ACCOUNT = UUID.randomUUID();
    private static final UUID SESSION = UUID.randomUUID();

    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final Instant tokenEnds = clock.instant().plusSeconds(3600);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Tombstones tombstones = new Tombstones(clock::nanos, ReplicaRouting.withoutReplica());
    private final AtomicInteger lookups = new AtomicInteger();
    private final List<Freshness> asked = new CopyOnWriteArrayList<>();

    private IdentityCache<String> cache = cache(properties(true, 0, 100));

    @Test
    void entryIsUsedWithinItsTimeToLive() {
        assertThat(find(known())).contains("somebody");
        clock.advance(Duration.ofSeconds(9));

        assertThat(find(known())).contains("somebody");

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
    void entryThatArrivedOldExpiresEarlier() {
        find(aged(Duration.ofSeconds(7)));

        clock.advance(Duration.ofMillis(2900));
        assertThat(find(unknown())).contains("somebody");
        clock.advance(Duration.ofMillis(200));

        assertThat(find(unknown())).isEmpty();
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
                .contains("somebody");

        assertThat(asked).containsExactly(Freshness.CACHED, Freshness.FRESH);
    }

    @Test
    void expiredTokenInTheCacheIsRefused() {
        Instant soon = clock.instant().plusSeconds(4);
        find(answer(soon, Duration.ZERO));

        clock.advance(Duration.ofMillis(3999));
        assertThat(find(known())).contains("somebody");
        clock.advance(Duration.ofMillis(1));

        assertThat(find(known())).isEmpty();
    }

    @Test
    void tokenOfAnEndedSessionIsRefusedWithoutALookUp() {
        find(known());

        tombstones.put(new Revocation.SessionEnded(SESSION));

        assertThat(find(known())).isEmpty();
        assertThat(lookups).hasValue(1);
    }

    @Test
    void tokenOfAnEndedAccountIsRefused() {
        find(known());

        tombstones.put(new Revocation.AccountEnded(ACCOUNT));

        assertThat(find(known())).isEmpty();
    }

    @Test
    void endOfOtherSessionsKeepsOnlyTheKeptSession() {
        find(known());

        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, SESSION));
        assertThat(find(unknown())).as("kept").contains("somebody");

        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));
        assertThat(find(unknown())).as("ended").isEmpty();
    }

    @Test
    void sessionKeptLaterStaysEnded() {
        find(known());

        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));
        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, SESSION));

        assertThat(find(unknown())).isEmpty();
    }

    @Test
    void sessionOpenedAfterOtherSessionsEndedIsValid() {
        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));

        assertThat(find(known())).contains("somebody");
        assertThat(find(known())).contains("somebody");
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
        find(withProfile("somebody", Duration.ZERO));

        tombstones.put(new Revocation.IdentityChanged(ACCOUNT));

        assertThat(find(withProfile("somebody else", Duration.ZERO))).contains("somebody else");
        assertThat(asked).as("the token is still valid").containsExactly(Freshness.CACHED, Freshness.CACHED);
    }

    @Test
    void staleProfileOfAnUpstreamCacheIsLookedUpFresh() {
        clock.advance(Duration.ofSeconds(60));
        find(withProfile("somebody", Duration.ZERO));

        tombstones.put(new Revocation.IdentityChanged(ACCOUNT));

        assertThat(find(freshness -> withProfile(
                                "somebody", freshness == Freshness.FRESH ? Duration.ZERO : Duration.ofSeconds(1))
                        .find(freshness)))
                .contains("somebody");
        assertThat(asked).containsExactly(Freshness.CACHED, Freshness.CACHED, Freshness.FRESH);
    }

    @Test
    void profileChangeKeepsAnEntryWithoutProfileData() {
        find(known());

        tombstones.put(new Revocation.IdentityChanged(ACCOUNT));

        assertThat(find(unknown())).contains("somebody");
        assertThat(lookups).hasValue(1);
    }

    @Test
    void profileOlderThanTheTimeToLiveIsLookedUpAgain() {
        find(withProfile("somebody", Duration.ofSeconds(7)));
        clock.advance(Duration.ofSeconds(3));

        assertThat(find(withProfile("somebody else", Duration.ZERO))).contains("somebody else");
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
                .contains("somebody");
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
                assertThat(one.get()).contains("somebody");
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
                    throw new IllegalStateException("neighbour is down");
                }))
                .withMessage("neighbour is down");

        assertThat(find(known())).contains("somebody");
    }

    @Test
    void deadlineOfTheLookUpIsNotSharedWithWaitingRequests() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        FutureTask<Optional<String>> late = new FutureTask<>(Deadlines.over()
                .wrap(() -> find(_ -> {
                    begun.countDown();
                    await().until(() -> release.getCount() == 0);
                    throw new IllegalStateException("no time left");
                })));
        Thread.startVirtualThread(late);
        begun.await();
        List<FutureTask<Optional<String>>> waiting = IntStream.range(0, 3)
                .mapToObj(_ -> new FutureTask<>(() -> find(known())))
                .toList();
        List<Thread> threads = waiting.stream().map(Thread::startVirtualThread).toList();
        await().until(() -> threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING));
        release.countDown();

        for (FutureTask<Optional<String>> one : waiting) {
            assertThat(one.get()).contains("somebody");
        }
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(late::get)
                .withCauseInstanceOf(IllegalStateException.class);
        assertThat(lookups).hasValue(1);
    }

    @Test
    void unknownTokenIsCachedForItsTimeToLive() {
        find(unknown());
        assertThat(find(unknown())).isEmpty();
        assertThat(lookups).hasValue(1);

        clock.advance(Duration.ofSeconds(2));
        find(unknown());
        assertThat(lookups).hasValue(2);
    }

    @Test
    void floodOfUnknownTokensEvictsNoEntry() {
        find(known());

        for (int i = 0; i < 10_000; i++) {
            cache.find("hru_guess_" + i, Freshness.CACHED, unknown());
        }

        assertThat(find(unknown())).contains("somebody");
        assertThat(meters.get("cache.size")
                        .tag("cache", "identity-unknown")
                        .gauge()
                        .value())
                .isLessThanOrEqualTo(50);
    }

    @Test
    void entriesOfOneTimeExpireApartWithinTheTimeToLive() {
        cache = cache(properties(true, 10, 1000));
        for (int i = 0; i < 300; i++) {
            cache.find("hru_" + i, Freshness.CACHED, known());
        }
        clock.advance(Duration.ofMillis(8999));
        assertThat(cached(300)).isEqualTo(300L);

        clock.advance(Duration.ofMillis(501));
        assertThat(cached(300)).isBetween(75L, 225L);

        clock.advance(Duration.ofMillis(500));
        assertThat(cached(300)).isZero();
    }

    @Test
    void evictedTombstoneMakesAllEntriesStale() {
        Tombstones few = new Tombstones(clock::nanos, ReplicaRouting.withoutReplica(), 2);
        long before = few.now();

        for (int i = 0; i < 5; i++) {
            few.put(new Revocation.SessionEnded(UUID.randomUUID()));
        }

        assertThat(few.on(ACCOUNT, SESSION, before, before)).isEqualTo(Tombstones.Verdict.STALE);
        assertThat(few.on(ACCOUNT, SESSION, few.now(), few.now())).isEqualTo(Tombstones.Verdict.VALID);
    }

    @Test
    void answerWithoutASessionIsNotCached() {
        Lookup<String> older = freshness -> known().find(freshness)
                .map(it -> new CachedIdentity<>(it.value(), ACCOUNT, null, tokenEnds, Duration.ZERO));

        assertThat(find(older)).contains("somebody");
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
        cache = cache(properties(false, 0, 100));

        find(known());
        assertThat(find(unknown())).isEmpty();

        assertThat(lookups).hasValue(2);
    }

    @Test
    void hitsAndMissesAreCounted() {
        find(known());
        find(known());

        assertThat(meters.get("cache.gets")
                        .tag("cache", "identity")
                        .tag("result", "hit")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
    }

    private Optional<String> find(Lookup<String> lookup) {
        return cache.find(TOKEN, Freshness.CACHED, lookup).map(CachedIdentity::value);
    }

    /** The number of tokens in the cache; the look-up adds none of the others. */
    private long cached(int tokens) {
        return IntStream.range(0, tokens)
                .filter(i -> cache.find("hru_" + i, Freshness.CACHED, unknown()).isPresent())
                .count();
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
                    : Optional.of(new CachedIdentity<>("somebody", ACCOUNT, SESSION, expiresAt, age));
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

    private IdentityCache<String> cache(IdentityProperties properties) {
        meters.clear();
        return new IdentityCaches(properties, tombstones, this::runNow, clock::nanos, clock, meters).create("identity");
    }

    private static IdentityProperties properties(boolean enabled, int jitterPercent, int size) {
        return properties(enabled, Duration.ZERO, jitterPercent, size);
    }

    private static IdentityProperties properties(boolean enabled, Duration refreshAfter, int jitterPercent, int size) {
        return new IdentityProperties(
                enabled,
                Duration.ofSeconds(10),
                refreshAfter,
                jitterPercent,
                size,
                Duration.ofSeconds(2),
                50,
                Duration.ofSeconds(60));
    }
}

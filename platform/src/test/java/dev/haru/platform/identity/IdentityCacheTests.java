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
    void whenAskedAgainTheAnswerIsRemembered() {
        assertThat(find(good())).contains("somebody");
        clock.advance(Duration.ofSeconds(9));

        assertThat(find(good())).contains("somebody");

        assertThat(lookups).hasValue(1);
    }

    @Test
    void whenTimeToLiveIsOverItIsAskedAgain() {
        find(good());
        clock.advance(Duration.ofSeconds(10));

        assertThat(find(nobody())).isEmpty();

        assertThat(lookups).hasValue(2);
    }

    @Test
    void answerThatWasOldWhenItCameEndsSooner() {
        find(aged(Duration.ofSeconds(7)));

        clock.advance(Duration.ofMillis(2900));
        assertThat(find(nobody())).contains("somebody");
        clock.advance(Duration.ofMillis(200));

        assertThat(find(nobody())).isEmpty();
    }

    @Test
    void answerSaysHowOldItIs() {
        assertThat(cache.find(TOKEN, Freshness.CACHED, aged(Duration.ofSeconds(3))))
                .map(CachedIdentity::age)
                .hasValueSatisfying(age -> assertThat(age).isBetween(Duration.ofSeconds(3), Duration.ofMillis(3001)));
        clock.advance(Duration.ofSeconds(5));

        assertThat(cache.find(TOKEN, Freshness.CACHED, nobody()))
                .map(CachedIdentity::ageMillis)
                .hasValueSatisfying(age -> assertThat(age).isBetween(8000L, 8001L));
    }

    @Test
    void answerThatTookLongerThanTheTimeToLiveIsAskedForPastTheCaches() {
        assertThat(find(freshness -> freshness == Freshness.FRESH
                        ? good().find(freshness)
                        : aged(Duration.ofSeconds(11)).find(freshness)))
                .contains("somebody");

        assertThat(asked).containsExactly(Freshness.CACHED, Freshness.FRESH);
    }

    @Test
    void tokenThatHasExpiredIsRefusedThoughRemembered() {
        Instant soon = clock.instant().plusSeconds(4);
        find(answer(soon, Duration.ZERO));

        clock.advance(Duration.ofMillis(3999));
        assertThat(find(good())).contains("somebody");
        clock.advance(Duration.ofMillis(1));

        assertThat(find(good())).isEmpty();
    }

    @Test
    void whenASessionEndsItsTokenIsRefusedWithoutAQuestion() {
        find(good());

        tombstones.put(new Revocation.SessionEnded(SESSION));

        assertThat(find(good())).isEmpty();
        assertThat(lookups).hasValue(1);
    }

    @Test
    void whenAnAccountEndsItsTokensAreRefused() {
        find(good());

        tombstones.put(new Revocation.AccountEnded(ACCOUNT));

        assertThat(find(good())).isEmpty();
    }

    @Test
    void whenOtherSessionsEndTheyAreLookedUpPastTheCachesAndTheKeptOneIsNot() {
        find(good());

        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, SESSION));
        assertThat(find(nobody())).as("kept").contains("somebody");

        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));
        assertThat(find(nobody())).as("ended").isEmpty();
    }

    @Test
    void sessionThatWasKeptLaterIsNotSparedByThat() {
        find(good());

        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));
        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, SESSION));

        assertThat(find(nobody())).isEmpty();
    }

    @Test
    void sessionThatIsOpenedAfterOthersEndedIsGood() {
        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));

        assertThat(find(good())).contains("somebody");
        assertThat(find(good())).contains("somebody");
        assertThat(lookups).hasValue(1);
    }

    @Test
    void answerFromACacheOnTheWayThatHasNotHeardIsAskedForPastIt() {
        clock.advance(Duration.ofSeconds(60));
        tombstones.put(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()));
        clock.advance(Duration.ofMillis(5));

        Lookup<String> neighbourThatHasNotHeard = freshness ->
                freshness == Freshness.CACHED ? aged(Duration.ofSeconds(2)).find(freshness) : nobody().find(freshness);

        assertThat(find(neighbourThatHasNotHeard)).isEmpty();
        assertThat(asked).containsExactly(Freshness.CACHED, Freshness.FRESH);
    }

    @Test
    void whenAnIdentityChangesItIsLookedUpAgain() {
        find(withProfile("somebody", Duration.ZERO));

        tombstones.put(new Revocation.IdentityChanged(ACCOUNT));

        assertThat(find(withProfile("somebody else", Duration.ZERO))).contains("somebody else");
        assertThat(asked).as("the token was known well").containsExactly(Freshness.CACHED, Freshness.CACHED);
    }

    @Test
    void whenAnIdentityChangesAnOldProfileIsAskedForPastTheCaches() {
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
    void whenAnIdentityChangesAnAnswerWithNothingOfItIsStillGood() {
        find(good());

        tombstones.put(new Revocation.IdentityChanged(ACCOUNT));

        assertThat(find(nobody())).contains("somebody");
        assertThat(lookups).hasValue(1);
    }

    @Test
    void profileThatIsTooOldIsAskedForAgain() {
        find(withProfile("somebody", Duration.ofSeconds(7)));
        clock.advance(Duration.ofSeconds(3));

        assertThat(find(withProfile("somebody else", Duration.ZERO))).contains("somebody else");
    }

    @Test
    void whenSessionEndsDuringALookUpItsAnswerIsNeitherServedNorKept() {
        assertThat(find(during(new Revocation.SessionEnded(SESSION)))).isEmpty();

        assertThat(find(good())).isEmpty();
        assertThat(lookups).hasValue(1);
    }

    @Test
    void whenOthersEndDuringALookUpItIsRepeatedForAllWhoWait() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch revoked = new CountDownLatch(1);
        Lookup<String> slow = freshness -> {
            Optional<CachedIdentity<String>> answer =
                    freshness == Freshness.CACHED ? good().find(freshness) : nobody().find(freshness);
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
    void whenAChangeMayHaveBeenMissedDuringALookUpItIsRepeated() {
        assertThat(find(freshness -> {
                    Optional<CachedIdentity<String>> answer = good().find(freshness);
                    if (freshness == Freshness.CACHED) {
                        tombstones.doubtAll();
                    }
                    return answer;
                }))
                .contains("somebody");
        assertThat(asked).containsExactly(Freshness.CACHED, Freshness.FRESH);
    }

    @Test
    void whenEachAnswerIsOvertakenTheCallerMayComeBack() {
        assertThatExceptionOfType(ProblemException.class)
                .isThrownBy(() -> find(during(new Revocation.OtherSessionsEnded(ACCOUNT, UUID.randomUUID()))))
                .satisfies(
                        problem -> assertThat(problem.getStatusCode().value()).isEqualTo(503));
        assertThat(lookups).hasValue(3);
    }

    @Test
    void whenManyAskAtOnceOneLookUpServesAll() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Optional<String>>> all = IntStream.range(0, 200)
                    .mapToObj(_ -> CompletableFuture.supplyAsync(
                            () -> find(freshness -> {
                                await().until(() -> release.getCount() == 0);
                                return good().find(freshness);
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
    void whenALookUpFailsAllWhoWaitHearItAndTheNextOneAsksAgain() {
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> find(_ -> {
                    throw new IllegalStateException("neighbour is down");
                }))
                .withMessage("neighbour is down");

        assertThat(find(good())).contains("somebody");
    }

    @Test
    void whenTheTimeOfWhoLooksUpIsOverThoseWhoWaitLookUpThemselves() throws Exception {
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
                .mapToObj(_ -> new FutureTask<>(() -> find(good())))
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
    void tokenThatIsNobodysIsRememberedForAMoment() {
        find(nobody());
        assertThat(find(nobody())).isEmpty();
        assertThat(lookups).hasValue(1);

        clock.advance(Duration.ofSeconds(2));
        find(nobody());
        assertThat(lookups).hasValue(2);
    }

    @Test
    void floodOfUnknownTokensPushesNobodyOut() {
        find(good());

        for (int i = 0; i < 10_000; i++) {
            cache.find("hru_guess_" + i, Freshness.CACHED, nobody());
        }

        assertThat(find(nobody())).contains("somebody");
        assertThat(meters.get("cache.size")
                        .tag("cache", "identity-unknown")
                        .gauge()
                        .value())
                .isLessThanOrEqualTo(50);
    }

    @Test
    void entriesThatCameTogetherEndApartAndNeverLate() {
        cache = cache(properties(true, 10, 1000));
        for (int i = 0; i < 300; i++) {
            cache.find("hru_" + i, Freshness.CACHED, good());
        }
        clock.advance(Duration.ofMillis(8999));
        assertThat(remembered(300)).isEqualTo(300L);

        clock.advance(Duration.ofMillis(501));
        assertThat(remembered(300)).isBetween(75L, 225L);

        clock.advance(Duration.ofMillis(500));
        assertThat(remembered(300)).isZero();
    }

    @Test
    void whenTooManyAreRevokedToRememberAllAreDoubted() {
        Tombstones few = new Tombstones(clock::nanos, ReplicaRouting.withoutReplica(), 2);
        long before = few.now();

        for (int i = 0; i < 5; i++) {
            few.put(new Revocation.SessionEnded(UUID.randomUUID()));
        }

        assertThat(few.on(ACCOUNT, SESSION, before, before)).isEqualTo(Tombstones.Verdict.STALE);
        assertThat(few.on(ACCOUNT, SESSION, few.now(), few.now())).isEqualTo(Tombstones.Verdict.VALID);
    }

    @Test
    void answerWithoutASessionIsNotKept() {
        Lookup<String> older = freshness -> good().find(freshness)
                .map(it -> new CachedIdentity<>(it.value(), ACCOUNT, null, tokenEnds, Duration.ZERO));

        assertThat(find(older)).contains("somebody");
        find(older);

        assertThat(lookups).hasValue(2);
    }

    @Test
    void whenTheDatabaseIsAskedForNoCacheAnswers() {
        find(good());

        assertThat(cache.find(TOKEN, Freshness.FRESH, nobody())).isEmpty();

        assertThat(find(good())).as("what the database said is kept").isEmpty();
    }

    @Test
    void whenSwitchedOffNothingIsRemembered() {
        cache = cache(properties(false, 0, 100));

        find(good());
        assertThat(find(nobody())).isEmpty();

        assertThat(lookups).hasValue(2);
    }

    @Test
    void hitsAndMissesAreCounted() {
        find(good());
        find(good());

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
    private long remembered(int tokens) {
        return IntStream.range(0, tokens)
                .filter(i -> cache.find("hru_" + i, Freshness.CACHED, nobody()).isPresent())
                .count();
    }

    private Lookup<String> good() {
        return aged(Duration.ZERO);
    }

    private Lookup<String> aged(Duration age) {
        return answer(tokenEnds, age);
    }

    private Lookup<String> nobody() {
        return answer(null, Duration.ZERO);
    }

    private Lookup<String> during(Revocation revocation) {
        return freshness -> {
            Optional<CachedIdentity<String>> answer = good().find(freshness);
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

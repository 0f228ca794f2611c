package dev.haru.schedule.report;

import static dev.haru.schedule.report.Lifetime.UNTIL_MIDNIGHT;
import static dev.haru.schedule.report.Lifetime.UNTIL_MONDAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.deadline.Deadlines;
import dev.haru.platform.test.MovableClock;
import dev.haru.schedule.report.ReportProperties.CacheProperties;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.QueryTimeoutException;

class ReportCacheTests {

    private static final ZoneId SEOUL = ZoneId.of("Asia/Seoul");
    private static final LocalDate DATE = LocalDate.of(2026, 11, 20);
    private static final Duration MOMENT = Duration.ofMillis(1);

    private final UUID member = UUID.randomUUID();
    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final CalendarVersions versions = new CalendarVersions(properties(100));
    private final AtomicInteger computed = new AtomicInteger();
    private final ReportCache<Integer> cache = cache(100, UNTIL_MIDNIGHT, clock);

    @ParameterizedTest
    @CsvSource(textBlock = """
            UNTIL_MIDNIGHT, Asia/Seoul,       2026-11-21T09:00:00Z, 2026-11-21T15:00:00Z
            UNTIL_MIDNIGHT, Asia/Seoul,       2026-11-21T14:59:59Z, 2026-11-21T15:00:00Z
            UNTIL_MIDNIGHT, Asia/Seoul,       2026-11-21T15:00:00Z, 2026-11-22T15:00:00Z
            UNTIL_MIDNIGHT, Asia/Kathmandu,   2026-11-21T18:14:59Z, 2026-11-21T18:15:00Z
            UNTIL_MIDNIGHT, America/New_York, 2026-03-08T05:00:00Z, 2026-03-09T04:00:00Z
            UNTIL_MIDNIGHT, America/New_York, 2026-11-01T04:00:00Z, 2026-11-02T05:00:00Z
            UNTIL_MIDNIGHT, America/New_York, 2026-11-02T04:59:59Z, 2026-11-02T05:00:00Z
            UNTIL_MIDNIGHT, America/Santiago, 2026-09-06T03:59:59Z, 2026-09-06T04:00:00Z
            UNTIL_MIDNIGHT, Pacific/Apia,     2026-11-21T10:59:59Z, 2026-11-21T11:00:00Z
            UNTIL_MIDNIGHT, Pacific/Apia,     2011-12-30T09:59:59Z, 2011-12-30T10:00:00Z
            UNTIL_MIDNIGHT, Pacific/Apia,     2011-12-30T10:00:00Z, 2011-12-31T10:00:00Z
            UNTIL_MONDAY,   Asia/Seoul,       2026-11-21T15:00:00Z, 2026-11-22T15:00:00Z
            UNTIL_MONDAY,   Asia/Seoul,       2026-11-22T15:00:00Z, 2026-11-29T15:00:00Z
            UNTIL_MONDAY,   America/New_York, 2026-03-02T05:00:00Z, 2026-03-09T04:00:00Z
            UNTIL_MONDAY,   America/New_York, 2026-10-26T04:00:00Z, 2026-11-02T05:00:00Z
            UNTIL_MONDAY,   Pacific/Apia,     2011-12-29T10:00:00Z, 2012-01-01T10:00:00Z
            """)
    void entryExpiresWhenTheMembersDayOrWeekEnds(Lifetime lifetime, ZoneId zone, Instant written, Instant expires) {
        MovableClock moved = new MovableClock(written);
        ReportCache<Integer> some = cache(100, lifetime, moved);
        assertThat(read(some, zone, moved)).isEqualTo(1);

        moved.advance(Duration.between(written, expires).minus(MOMENT));
        assertThat(read(some, zone, moved)).isEqualTo(1);

        moved.advance(MOMENT);
        assertThat(read(some, zone, moved)).isEqualTo(2);
    }

    @Test
    void reportComputedOverMidnightIsNotCached() {
        Instant requestedAt = Instant.parse("2026-11-21T14:59:59.999Z");
        clock.advance(Duration.between(clock.instant(), requestedAt));

        int first = cache.get(member, day(SEOUL), requestedAt, () -> {
            clock.advance(Duration.ofMillis(2));
            return computed.incrementAndGet();
        });

        assertThat(first).isEqualTo(1);
        assertThat(read(cache, SEOUL, clock)).isEqualTo(2);
    }

    @Test
    void entryOfThePreviousZoneIsNotUsed() {
        assertThat(read(cache, SEOUL, clock)).isEqualTo(1);

        assertThat(read(cache, ZoneId.of("Pacific/Apia"), clock)).isEqualTo(2);
        assertThat(read(cache, ZoneId.of("Pacific/Apia"), clock)).isEqualTo(2);
    }

    @Test
    void changeInvalidatesOnlyEntriesOfTheMember() {
        UUID other = UUID.randomUUID();
        cache.get(other, day(SEOUL), clock.instant(), () -> -1);
        assertThat(read(cache, SEOUL, clock)).isEqualTo(1);

        versions.invalidate(member);

        assertThat(read(cache, SEOUL, clock)).isEqualTo(2);
        assertThat(cache.get(other, day(SEOUL), clock.instant(), () -> -2)).isEqualTo(-1);
    }

    @Test
    void changeDuringComputationPreventsCaching() {
        int old = cache.get(member, day(SEOUL), clock.instant(), () -> {
            int answer = computed.incrementAndGet();
            versions.invalidate(member);
            return answer;
        });

        assertThat(old).isEqualTo(1);
        assertThat(read(cache, SEOUL, clock)).isEqualTo(2);
    }

    @Test
    void invalidateAllDiscardsAllEntries() {
        assertThat(read(cache, SEOUL, clock)).isEqualTo(1);

        versions.invalidateAll();

        assertThat(read(cache, SEOUL, clock)).isEqualTo(2);
    }

    @Test
    void concurrentMissesShareOneComputation() throws InterruptedException {
        CountDownLatch computing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Integer>> answers = IntStream.range(0, 64)
                    .mapToObj(_ -> CompletableFuture.supplyAsync(
                            () -> cache.get(member, day(SEOUL), clock.instant(), () -> {
                                computing.countDown();
                                await(go);
                                return computed.incrementAndGet();
                            }),
                            callers))
                    .toList();
            await(computing);
            Awaitility.await().until(() -> gets("hit") == 63);
            // A request for another entry does not wait.
            assertThat(cache.get(UUID.randomUUID(), day(SEOUL), clock.instant(), () -> 7))
                    .isEqualTo(7);
            go.countDown();

            assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isEqualTo(1));
        }
        assertThat(computed).hasValue(1);
    }

    @Test
    void failedComputationIsNotCached() {
        assertThatExceptionOfType(QueryTimeoutException.class)
                .isThrownBy(() -> cache.get(member, day(SEOUL), clock.instant(), () -> {
                    throw new QueryTimeoutException("too slow");
                }));

        assertThat(read(cache, SEOUL, clock)).isEqualTo(1);
    }

    @Test
    void hitsMissesComputationsAndEvictionsAreCounted() {
        ReportCache<Integer> small =
                new ReportCache<>(new CacheProperties("small", 1, UNTIL_MIDNIGHT), versions, clock, meters);
        read(small, SEOUL, clock);
        read(small, SEOUL, clock);
        IntStream.range(0, 10)
                .forEach(_ -> small.get(UUID.randomUUID(), day(SEOUL), clock.instant(), computed::incrementAndGet));

        assertThat(meters.get("cache.gets")
                        .tags("cache", "small", "result", "hit")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
        assertThat(meters.get("cache.gets")
                        .tags("cache", "small", "result", "miss")
                        .functionCounter()
                        .count())
                .isEqualTo(11);
        assertThat(meters.get("cache.evictions")
                        .tag("cache", "small")
                        .functionCounter()
                        .count())
                .isEqualTo(10);
        assertThat(meters.get("cache.size").tag("cache", "small").gauge().value())
                .isEqualTo(1);
        assertThat(meters.get("haru.reports.computations")
                        .tag("cache", "small")
                        .timer()
                        .count())
                .isEqualTo(11);
    }

    @Test
    void waitingRequestComputesWhenTheFirstExceedsItsDeadline() throws Exception {
        CountDownLatch computing = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        FutureTask<Integer> late = new FutureTask<>(Deadlines.over()
                .wrap(() -> cache.get(member, day(SEOUL), clock.instant(), () -> {
                    computing.countDown();
                    await(go);
                    throw new QueryTimeoutException("no time left");
                })));
        Thread.startVirtualThread(late);
        await(computing);
        FutureTask<Integer> waiting = new FutureTask<>(() -> read(cache, SEOUL, clock));
        Thread waiter = Thread.startVirtualThread(waiting);
        Awaitility.await().until(() -> waiter.getState() == Thread.State.WAITING);
        go.countDown();

        assertThat(waiting.get()).isEqualTo(1);
        assertThatExceptionOfType(ExecutionException.class)
                .isThrownBy(late::get)
                .withCauseInstanceOf(DeadlineExceeded.class);
    }

    @Test
    void cacheOfSizeZeroStoresNothing() {
        ReportCache<Integer> none = cache(0, UNTIL_MIDNIGHT, clock);

        assertThat(read(none, SEOUL, clock)).isEqualTo(1);
        assertThat(read(none, SEOUL, clock)).isEqualTo(2);
    }

    static ReportProperties properties(int size) {
        return new ReportProperties(
                new CacheProperties("reports-daily", size, UNTIL_MIDNIGHT),
                new CacheProperties("reports-weekly", size, UNTIL_MONDAY),
                new CacheProperties("reports-daily-status", size, UNTIL_MIDNIGHT),
                new CacheProperties("reports-weekly-status", size, UNTIL_MONDAY));
    }

    private ReportCache<Integer> cache(int size, Lifetime lifetime, MovableClock ticking) {
        return new ReportCache<>(new CacheProperties("some", size, lifetime), versions, ticking, meters);
    }

    private int read(ReportCache<Integer> some, ZoneId zone, MovableClock ticking) {
        return some.get(member, day(zone), ticking.instant(), computed::incrementAndGet);
    }

    private double gets(String result) {
        return meters.get("cache.gets")
                .tags("cache", "some", "result", result)
                .functionCounter()
                .count();
    }

    private static Period day(ZoneId zone) {
        return new Period(Cadence.DAILY, DATE, zone);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}

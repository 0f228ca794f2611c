package dev.haru.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Background renewal of frequently used entries before they expire, across three services in a row. */
class RefreshTests {

    private static final Logger log = LoggerFactory.getLogger(RefreshTests.class);

    private static final Duration EIGHT_SECONDS = Duration.ofSeconds(8);

    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final UUID account = UUID.randomUUID();
    private final UUID session = UUID.randomUUID();
    private final Queue<Runnable> background = new ArrayDeque<>();
    private final AtomicInteger queries = new AtomicInteger();

    @Test
    void frequentRequestsRarelyWait() {
        Calls without = callsOf(Duration.ZERO, Duration.ofMillis(200));
        Calls with = callsOf(EIGHT_SECONDS, Duration.ofMillis(200));

        assertThat(without.waited()).isGreaterThanOrEqualTo(60);
        assertThat(with.waited()).isEqualTo(1);
        assertThat(with.queries()).isLessThan(without.queries() * 3 / 2);
    }

    @Test
    void rareRequestsWaitAsWithoutRenewal() {
        Calls without = callsOf(Duration.ZERO, Duration.ofSeconds(15));
        Calls with = callsOf(EIGHT_SECONDS, Duration.ofSeconds(15));

        assertThat(with).isEqualTo(without);
    }

    @Test
    void onlyOneRenewalOfAnEntryIsUnderWay() {
        IdentityCache<String> cache = cache(new SimpleMeterRegistry(), EIGHT_SECONDS);
        find(cache);
        clock.advance(EIGHT_SECONDS);

        find(cache);
        find(cache);

        assertThat(background).hasSize(1);
        assertThat(queries).as("no request waits").hasValue(1);
        runBackground();
        assertThat(queries).hasValue(2);
        clock.advance(Duration.ofSeconds(7));
        find(cache);
        assertThat(queries).as("renewed").hasValue(2);
    }

    @Test
    void failedRenewalIsRetriedAfterASecond() {
        IdentityCache<String> cache = cache(new SimpleMeterRegistry(), EIGHT_SECONDS);
        find(cache);
        clock.advance(EIGHT_SECONDS);
        AtomicInteger failures = new AtomicInteger();

        for (int i = 0; i < 9; i++) {
            assertThat(cache.find("hru_", Freshness.CACHED, _ -> {
                        failures.incrementAndGet();
                        throw new IllegalStateException("unavailable");
                    }))
                    .isPresent();
            runBackground();
            clock.advance(Duration.ofMillis(110));
        }

        assertThat(failures).hasValue(1);
    }

    @Test
    void entryIsUsedWhenTheRenewalLimitIsReached() {
        AtomicBoolean hasCapacity = new AtomicBoolean();
        IdentityCache<String> cache = new IdentityCaches(
                        properties(EIGHT_SECONDS),
                        new Tombstones(clock::nanos, ReplicaRouting.withoutReplica()),
                        renewal -> hasCapacity.get() && background.add(renewal),
                        clock::nanos,
                        clock,
                        new SimpleMeterRegistry())
                .create("identity");
        find(cache);
        clock.advance(EIGHT_SECONDS);

        assertThat(find(cache)).isPresent();
        clock.advance(Duration.ofSeconds(2));

        assertThat(find(cache)).isPresent();
        assertThat(queries).as("looked up after the entry expired").hasValue(2);
    }

    @Test
    void concurrentRenewalsAreLimited() {
        Refresher refresher = new Refresher();
        CountDownLatch end = new CountDownLatch(1);
        int taken = 0;
        while (refresher.tryRun(() -> await().until(() -> end.getCount() == 0))) {
            taken++;
        }
        end.countDown();

        assertThat(taken).isEqualTo(8);
    }

    /** Uses one token for ten minutes in the outermost of three services. */
    private Calls callsOf(Duration refreshAfter, Duration pause) {
        queries.set(0);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        IdentityCache<String> auth = cache(new SimpleMeterRegistry(), refreshAfter);
        IdentityCache<String> member = cache(new SimpleMeterRegistry(), refreshAfter);
        IdentityCache<String> schedule = cache(meters, refreshAfter);
        Instant end = clock.instant().plus(Duration.ofMinutes(10));
        while (clock.instant().isBefore(end)) {
            assertThat(schedule.find(
                            "hru_",
                            Freshness.CACHED,
                            one -> member.find("hru_", one, two -> auth.find("hru_", two, _ -> read()))))
                    .isPresent();
            runBackground();
            clock.advance(pause);
        }
        Calls calls = new Calls(count(meters, "request"), count(meters, "refresh"), queries.get());
        log.info("renewed after {}, asked for each {}: {}", refreshAfter, pause, calls);
        return calls;
    }

    private static int count(SimpleMeterRegistry meters, String trigger) {
        return meters.find("haru.identity.load").tag("trigger", trigger).timers().stream()
                .mapToInt(timer -> (int) timer.count())
                .sum();
    }

    private Optional<CachedIdentity<String>> find(IdentityCache<String> cache) {
        return cache.find("hru_", Freshness.CACHED, _ -> read());
    }

    private Optional<CachedIdentity<String>> read() {
        queries.incrementAndGet();
        return Optional.of(new CachedIdentity<>(
                "a member", account, session, clock.instant().plusSeconds(3600), Duration.ZERO));
    }

    private void runBackground() {
        for (Runnable next = background.poll(); next != null; next = background.poll()) {
            next.run();
        }
    }

    private IdentityCache<String> cache(SimpleMeterRegistry meters, Duration refreshAfter) {
        return new IdentityCaches(
                        properties(refreshAfter),
                        new Tombstones(clock::nanos, ReplicaRouting.withoutReplica()),
                        background::add,
                        clock::nanos,
                        clock,
                        meters)
                .create("identity");
    }

    private static IdentityProperties properties(Duration refreshAfter) {
        return new IdentityProperties(
                true,
                Duration.ofSeconds(10),
                refreshAfter,
                10,
                1000,
                Duration.ofSeconds(2),
                1000,
                Duration.ofSeconds(60));
    }

    /**
     * The calls of ten minutes.
     *
     * @param waited calls of the outermost service that a request waited for
     * @param background calls of the outermost service in the background
     * @param queries queries of the innermost service
     */
    private record Calls(int waited, int background, int queries) {}
}

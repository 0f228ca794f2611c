package dev.haru.auth.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.deadline.Deadlines;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class HashGovernorTests {

    private static final Duration LONG = Duration.ofSeconds(30);

    private final MeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void whenManyHashAtOnceNoMoreRunThanAllowed() throws Exception {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(2, 50, LONG), meters);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> hashes = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                hashes.add(callers.submit(() -> governor.run(() -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    LockSupport.parkNanos(100_000);
                    return running.getAndDecrement();
                })));
            }
            for (Future<Integer> hash : hashes) {
                assertThat(hash.get()).isPositive();
            }
        }
        assertThat(most.get()).isBetween(1, 2);
    }

    @Test
    void whenTheQueueIsFullTheNextIsRefusedAtOnce() throws Exception {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(1, 1, LONG), meters);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> first = callers.submit(() -> governor.run(() -> {
                running.countDown();
                await(end);
                return "first";
            }));
            running.await();
            List<Future<String>> next = List.of(
                    callers.submit(() -> governor.run(() -> "next")), callers.submit(() -> governor.run(() -> "next")));

            // One of the two waits, the other does not.
            Awaitility.await().until(() -> next.stream().anyMatch(Future::isDone));
            assertThat(next)
                    .filteredOn(Future::isDone)
                    .singleElement()
                    .satisfies(refused -> assertThat(refused.exceptionNow())
                            .isInstanceOfSatisfying(
                                    HashingSaturated.class,
                                    saturated -> assertThat(
                                                    saturated.getHeaders().getFirst("Retry-After"))
                                            .isEqualTo("2")));
            assertThatThrownBy(governor::requireRoom).isInstanceOf(HashingSaturated.class);
            assertThat(gauge("haru.password.hashes.running")).isOne();
            assertThat(gauge("haru.password.queue.waiting")).isOne();
            assertThat(gauge("haru.password.queue.max")).isOne();
            assertThat(refusals("queue-full")).isEqualTo(2);
            end.countDown();
            assertThat(first.get()).isEqualTo("first");
        }
        governor.requireRoom();
        assertThat(governor.run(() -> "later")).isEqualTo("later");
    }

    @Test
    void whenMoreWaitThanFewItIsFlooded() throws Exception {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(1, 50, LONG), meters);
        CountDownLatch end = new CountDownLatch(1);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int waiting = 0; waiting < 4; waiting++) {
                callers.execute(() -> governor.run(() -> {
                    await(end);
                    return "hash";
                }));
                int now = waiting;
                Awaitility.await().until(() -> gauge("haru.password.queue.waiting") == now);
                assertThat(governor.isFlooded()).isFalse();
            }
            callers.execute(() -> governor.run(() -> "hash"));
            Awaitility.await().until(governor::isFlooded);
            end.countDown();
        }
        assertThat(governor.isFlooded()).isFalse();
    }

    @Test
    void whenTheTurnComesTooLateItIsRefused() {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(1, 5, Duration.ZERO), meters);

        assertThatThrownBy(() -> governor.run(() -> "hash")).isInstanceOf(HashingSaturated.class);
        assertThat(refusals("waited-too-long")).isOne();
        assertThat(meters.get("haru.password.hash.wait").timer().count()).isOne();
        assertThat(meters.get("haru.password.hash").timer().count()).isZero();
    }

    @Test
    void whenTheDeadlineIsOverAtItsTurnNothingIsHashed() throws Exception {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(1, 5, LONG), meters);
        AtomicInteger hashes = new AtomicInteger();

        assertThatThrownBy(Deadlines.over().wrap(() -> governor.run(hashes::incrementAndGet))::call)
                .isInstanceOf(DeadlineExceeded.class);
        assertThat(Deadlines.in(LONG)
                        .wrap(() -> governor.run(hashes::incrementAndGet))
                        .call())
                .isOne();
    }

    @Test
    void whenTheHashFailsTheCallerHearsWhy() {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(1, 5, LONG), meters);

        assertThatThrownBy(() -> governor.run(() -> {
                    throw new IllegalStateException("broken");
                }))
                .hasMessage("broken");
    }

    private double gauge(String name) {
        return meters.get(name).gauge().value();
    }

    private double refusals(String reason) {
        return meters.get("haru.password.refusals")
                .tag("reason", reason)
                .counter()
                .count();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}

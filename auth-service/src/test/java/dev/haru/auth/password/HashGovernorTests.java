package dev.haru.auth.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.haru.platform.address.AddressPrefix;
import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.deadline.Deadlines;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class HashGovernorTests {

    private static final Duration LONG = Duration.ofMinutes(5);
    private static final AddressPrefix CLIENT = AddressPrefix.of("192.0.2.7");
    private static final AddressPrefix OTHER = AddressPrefix.of("2001:db8::1");

    private final MeterRegistry meters = new SimpleMeterRegistry();

    @Test
    void concurrentHashesStayWithinTheLimit() throws Exception {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(2, 50, LONG), meters);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger maximum = new AtomicInteger();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Integer>> hashes = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                hashes.add(callers.submit(() -> governor.run(CLIENT, () -> {
                    maximum.accumulateAndGet(running.incrementAndGet(), Math::max);
                    LockSupport.parkNanos(100_000);
                    return running.getAndDecrement();
                })));
            }
            for (Future<Integer> hash : hashes) {
                assertThat(hash.get()).isPositive();
            }
        }
        assertThat(maximum.get()).isBetween(1, 2);
    }

    @Test
    void hashIsRefusedAtOnceWhenTheQueueIsFull() throws Exception {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(1, 1, LONG), meters);
        CountDownLatch running = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<String> first = callers.submit(() -> governor.run(CLIENT, () -> {
                running.countDown();
                await(end);
                return "first";
            }));
            running.await();
            List<Future<String>> next = List.of(
                    callers.submit(() -> governor.run(CLIENT, () -> "next")),
                    callers.submit(() -> governor.run(CLIENT, () -> "next")));

            // One of the two waits, and the other is refused.
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
            assertThatThrownBy(() -> governor.requireRoom(CLIENT)).isInstanceOf(HashingSaturated.class);
            assertThat(gauge("haru.password.hashes.running")).isOne();
            assertThat(gauge("haru.password.queue.waiting")).isOne();
            assertThat(gauge("haru.password.queue.max")).isOne();
            assertThat(refusals("queue-full")).isEqualTo(2);
            end.countDown();
            assertThat(first.get()).isEqualTo("first");
        }
        governor.requireRoom(CLIENT);
        assertThat(governor.run(CLIENT, () -> "later")).isEqualTo("later");
    }

    @Test
    void governorIsFloodedFromFourWaitingHashesPerThread() throws Exception {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(1, 50, LONG), meters);
        CountDownLatch end = new CountDownLatch(1);
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int waiting = 0; waiting < 4; waiting++) {
                callers.execute(() -> governor.run(CLIENT, () -> {
                    await(end);
                    return "hash";
                }));
                int now = waiting;
                Awaitility.await().until(() -> gauge("haru.password.queue.waiting") == now);
                assertThat(governor.isFlooded()).isFalse();
            }
            callers.execute(() -> governor.run(CLIENT, () -> "hash"));
            Awaitility.await().until(governor::isFlooded);
            end.countDown();
        }
        assertThat(governor.isFlooded()).isFalse();
    }

    @Test
    void hashThatWaitedTooLongIsRefused() {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(1, 5, Duration.ZERO), meters);

        assertThatThrownBy(() -> governor.run(CLIENT, () -> "hash")).isInstanceOf(HashingSaturated.class);
        assertThat(refusals("waited-too-long")).isOne();
        assertThat(meters.get("haru.password.hash.wait").timer().count()).isOne();
        assertThat(meters.get("haru.password.hash").timer().count()).isZero();
    }

    @Test
    void hashAfterTheDeadlineIsNotComputed() throws Exception {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(1, 5, LONG), meters);
        AtomicInteger hashes = new AtomicInteger();

        assertThatThrownBy(Deadlines.over().wrap(() -> governor.run(CLIENT, hashes::incrementAndGet))::call)
                .isInstanceOf(DeadlineExceeded.class);
        assertThat(Deadlines.in(LONG)
                        .wrap(() -> governor.run(CLIENT, hashes::incrementAndGet))
                        .call())
                .isOne();
    }

    @Nested
    class Fairness {

        private final HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(1, 4, LONG), meters);
        private final CountDownLatch end = new CountDownLatch(1);
        private final Queue<String> served = new ConcurrentLinkedQueue<>();

        @Test
        void clientWithOneHashIsServedBeforeTheRestOfAFlood() {
            try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
                occupy(callers);
                enqueue(callers, CLIENT, "crowd 1");
                enqueue(callers, CLIENT, "crowd 2");
                enqueue(callers, CLIENT, "crowd 3");
                enqueue(callers, OTHER, "other");
                end.countDown();
            }
            assertThat(served).containsExactly("crowd 1", "other", "crowd 2", "crowd 3");
        }

        @Test
        void fullQueueRefusesAFloodButNotAnotherClient() {
            try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
                occupy(callers);
                for (int i = 1; i <= 4; i++) {
                    enqueue(callers, CLIENT, "crowd " + i);
                }
                assertThatThrownBy(() -> governor.requireRoom(CLIENT)).isInstanceOf(HashingSaturated.class);
                assertThat(governor.freePlaces(CLIENT)).isZero();

                governor.requireRoom(OTHER);
                assertThat(governor.freePlaces(OTHER)).isEqualTo(2);
                callers.execute(() -> governor.run(OTHER, () -> served.add("other")));
                Awaitility.await().until(() -> refusals("displaced") == 1);
                assertThat(gauge("haru.password.queue.waiting")).isEqualTo(4);
                end.countDown();
            }
            assertThat(served).containsExactly("crowd 1", "other", "crowd 2", "crowd 3", "crowd 4 is refused");
        }

        private void occupy(ExecutorService callers) {
            CountDownLatch running = new CountDownLatch(1);
            callers.execute(() -> governor.run(CLIENT, () -> {
                running.countDown();
                await(end);
                return "first";
            }));
            await(running);
        }

        private void enqueue(ExecutorService callers, AddressPrefix client, String name) {
            double waiting = gauge("haru.password.queue.waiting");
            callers.execute(() -> {
                try {
                    governor.run(client, () -> served.add(name));
                } catch (HashingSaturated refused) {
                    await(end);
                    Awaitility.await().until(() -> served.size() == 4);
                    served.add(name + " is refused");
                }
            });
            Awaitility.await().until(() -> gauge("haru.password.queue.waiting") == waiting + 1);
        }
    }

    @Test
    void queueBoundFollowsTheAverageHashTime() {
        HashGovernor governor =
                new HashGovernor(new PasswordProperties.Governor(1, 10_000, Duration.ofSeconds(5)), meters);
        assertThat(governor.freePlaces(CLIENT)).as("before the first hash").isEqualTo(10_001);

        governor.run(CLIENT, () -> took(Duration.ofMillis(10)));
        Awaitility.await().until(() -> gauge("haru.password.hashes.running") == 0);
        assertThat(gauge("haru.password.queue.max")).isBetween(256.0, 500.0);
    }

    @Test
    void refusalsDoNotShrinkTheQueue() {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(1, 1000, Duration.ZERO), meters);
        for (int i = 0; i < 1000; i++) {
            assertThatThrownBy(() -> governor.run(CLIENT, () -> "hash")).isInstanceOf(HashingSaturated.class);
        }
        assertThat(gauge("haru.password.queue.max")).isEqualTo(1000);
    }

    @Test
    void hashOfAnInterruptedCallerIsNotComputed() throws Exception {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(1, 5, LONG), meters);
        CountDownLatch end = new CountDownLatch(1);
        CountDownLatch gaveUp = new CountDownLatch(1);
        AtomicInteger hashes = new AtomicInteger();
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
            callers.execute(() -> governor.run(CLIENT, () -> {
                await(end);
                return "first";
            }));
            Awaitility.await().until(() -> gauge("haru.password.hashes.running") == 1);
            Future<?> abandoned = callers.submit(() -> {
                try {
                    governor.run(CLIENT, hashes::incrementAndGet);
                } finally {
                    gaveUp.countDown();
                }
            });
            Awaitility.await().until(() -> gauge("haru.password.queue.waiting") == 1);
            abandoned.cancel(true);
            gaveUp.await();
            Future<Integer> next = callers.submit(() -> governor.run(CLIENT, () -> 0));
            end.countDown();
            assertThat(next.get()).isZero();
        }
        assertThat(hashes).hasValue(0);
    }

    @Test
    void failureOfAHashReachesTheCaller() {
        HashGovernor governor = new HashGovernor(new PasswordProperties.Governor(1, 5, LONG), meters);

        assertThatThrownBy(() -> governor.run(CLIENT, () -> {
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

    private static Duration took(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
        return time;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(3, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}

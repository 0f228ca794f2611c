package dev.haru.auth.password;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The governor in figures: how full it is, how long one waits for a turn and has it, who is refused. */
final class GovernorMetrics {

    private final Timer wait;
    private final Timer hash;
    private final Counter refusedAtOnce;
    private final Counter refusedAfterWaiting;

    GovernorMetrics(ThreadPoolExecutor cores, MeterRegistry meters) {
        Gauge.builder("haru.password.hashes.running", cores, ThreadPoolExecutor::getActiveCount)
                .description("Password hashes being computed")
                .register(meters);
        Gauge.builder("haru.password.hashes.max", cores, ThreadPoolExecutor::getMaximumPoolSize)
                .description("Password hashes that may be computed at once")
                .register(meters);
        Gauge.builder(
                        "haru.password.queue.waiting",
                        cores,
                        pool -> pool.getQueue().size())
                .description("Password hashes that wait for their turn")
                .register(meters);
        Gauge.builder(
                        "haru.password.queue.max",
                        cores,
                        pool -> pool.getQueue().size() + pool.getQueue().remainingCapacity())
                .description("Password hashes that may wait before more are refused")
                .register(meters);
        this.wait = Timer.builder("haru.password.hash.wait")
                .description("Waiting for a turn to hash a password")
                .register(meters);
        this.hash = Timer.builder("haru.password.hash")
                .description("Hashing or checking a password")
                .register(meters);
        this.refusedAtOnce = refusals("queue-full", meters);
        this.refusedAfterWaiting = refusals("waited-too-long", meters);
    }

    void waited(long nanos) {
        wait.record(nanos, TimeUnit.NANOSECONDS);
    }

    <T> T timed(Supplier<T> work) {
        long begin = System.nanoTime();
        try {
            return work.get();
        } finally {
            hash.record(System.nanoTime() - begin, TimeUnit.NANOSECONDS);
        }
    }

    void refusedAtOnce() {
        refusedAtOnce.increment();
    }

    void refusedAfterWaiting() {
        refusedAfterWaiting.increment();
    }

    private static Counter refusals(String reason, MeterRegistry meters) {
        return Counter.builder("haru.password.refusals")
                .description("Calls refused because too many passwords were being hashed")
                .tag("reason", reason)
                .register(meters);
    }
}

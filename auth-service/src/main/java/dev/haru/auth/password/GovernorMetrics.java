package dev.haru.auth.password;

import dev.haru.auth.password.HashGovernor.Refusal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

/** The metrics of the hash governor: running and waiting hashes, the time to wait and to hash, refusals by reason. */
final class GovernorMetrics {

    private final Timer wait;
    private final Timer hash;
    private final Map<Refusal, Counter> refusals = new EnumMap<>(Refusal.class);

    GovernorMetrics(ThreadPoolExecutor cores, IntSupplier bound, MeterRegistry meters) {
        Gauge.builder("haru.password.hashes.running", cores, ThreadPoolExecutor::getActiveCount)
                .description("Password hashes in computation")
                .register(meters);
        Gauge.builder("haru.password.hashes.max", cores, ThreadPoolExecutor::getMaximumPoolSize)
                .description("Maximum of concurrent password hashes")
                .register(meters);
        Gauge.builder(
                        "haru.password.queue.waiting",
                        cores,
                        pool -> pool.getQueue().size())
                .description("Password hashes that wait in the queue")
                .register(meters);
        Gauge.builder("haru.password.queue.max", bound::getAsInt)
                .description("Current capacity of the queue: password hashes that can begin within the longest wait")
                .register(meters);
        this.wait = Timer.builder("haru.password.hash.wait")
                .description("Time that a password hash waits in the queue")
                .register(meters);
        this.hash = Timer.builder("haru.password.hash")
                .description("Time to compute or to verify a password hash")
                .register(meters);
        for (Refusal reason : Refusal.values()) {
            refusals.put(
                    reason,
                    Counter.builder("haru.password.refusals")
                            .description("Calls refused because password hashing was saturated")
                            .tag(
                                    "reason",
                                    reason.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                            .register(meters));
        }
    }

    void waited(long nanos) {
        wait.record(nanos, TimeUnit.NANOSECONDS);
    }

    void hashed(long nanos) {
        hash.record(nanos, TimeUnit.NANOSECONDS);
    }

    void refused(Refusal reason) {
        Objects.requireNonNull(refusals.get(reason)).increment();
    }
}

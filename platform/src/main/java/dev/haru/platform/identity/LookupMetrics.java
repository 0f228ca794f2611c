package dev.haru.platform.identity;

import dev.haru.platform.trace.Spans;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/** Records a span and a timer for each look-up that missed the cache. */
final class LookupMetrics {

    private final String cache;
    private final MeterRegistry meters;

    LookupMetrics(String cache, MeterRegistry meters) {
        this.cache = cache;
        this.meters = meters;
    }

    /**
     * Makes the look-up.
     *
     * @param trigger {@code request}, or {@code refresh} for a renewal in the background
     */
    <T> T record(Supplier<T> lookup, Function<T, String> outcomeOf, String trigger) {
        long start = System.nanoTime();
        String outcome = "failed";
        Span span = Spans.start("cache load " + cache);
        try (Scope _ = span.makeCurrent()) {
            T answer = lookup.get();
            outcome = outcomeOf.apply(answer);
            return answer;
        } finally {
            Timer.builder("haru.identity.load")
                    .description("Look-ups that missed the cache")
                    .tag("cache", cache)
                    .tag("outcome", outcome)
                    .tag("trigger", trigger)
                    .register(meters)
                    .record(Duration.ofNanos(System.nanoTime() - start));
            span.setAttribute("haru.outcome", outcome).end();
        }
    }
}

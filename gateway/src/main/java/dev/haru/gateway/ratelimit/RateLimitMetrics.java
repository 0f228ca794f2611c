package dev.haru.gateway.ratelimit;

import dev.haru.gateway.ratelimit.Decision.Store;
import dev.haru.gateway.ratelimit.Level.Bucket;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Counts decisions by limit, outcome and store, but not by address or token, whose number is unbounded. */
final class RateLimitMetrics {

    private final Map<Tags, Counter> counters = new HashMap<>();

    RateLimitMetrics(MeterRegistry meters) {
        for (Bucket bucket : Bucket.values()) {
            for (Store store : Store.values()) {
                for (boolean allowed : new boolean[] {true, false}) {
                    Tags tags = new Tags(bucket, store, allowed);
                    counters.put(tags, tags.counter(meters));
                }
            }
        }
    }

    void count(Decision decision) {
        List<Level> levels = decision.allowed() ? decision.levels() : decision.lacking();
        for (Level level : levels) {
            Tags tags = new Tags(level.bucket(), decision.store(), decision.allowed());
            Objects.requireNonNull(counters.get(tags)).increment();
        }
    }

    private record Tags(Bucket bucket, Store store, boolean allowed) {

        Counter counter(MeterRegistry meters) {
            return Counter.builder("haru.gateway.rate.limit")
                    .description("Requests by rate limit and outcome")
                    .tag("limit", bucket.label)
                    .tag("outcome", allowed ? "allowed" : "limited")
                    .tag("store", store.label)
                    .register(meters);
        }
    }
}

package dev.haru.schedule.firstpage;

import dev.haru.platform.warmup.WarmUpContext;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.springframework.stereotype.Component;

/**
 * Records the requests that do not reach Spring's observation, with the same metric name and tags. One metric thus
 * contains all requests. Warm-up calls are excluded, as in all metrics of routes.
 */
@Component
class CachedPageMetrics {

    private final MeterRegistry meters;
    private final Map<Outcome, Timer> timers = new ConcurrentHashMap<>();

    CachedPageMetrics(MeterRegistry meters) {
        this.meters = meters;
    }

    void record(String method, boolean ofCategory, int status, long nanos) {
        if (WarmUpContext.isMeasured()) {
            timers.computeIfAbsent(new Outcome(method, ofCategory, status), this::timer)
                    .record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    private Timer timer(Outcome outcome) {
        return Timer.builder("http.server.requests")
                .tags("error", "none", "exception", "none")
                .tags("method", outcome.method, "status", Integer.toString(outcome.status))
                .tags("outcome", outcome.status < 300 ? "SUCCESS" : "REDIRECTION")
                .tags("uri", CachedPageFilter.OVERALL + (outcome.ofCategory ? "/{category}" : ""))
                .register(meters);
    }

    private record Outcome(String method, boolean ofCategory, int status) {}
}

package dev.haru.schedule.firstpage;

import dev.haru.platform.warmup.WarmUpPass;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/**
 * Counts what never reaches Spring's observation of requests under the same name and tags, so that one figure has all
 * requests. The process's own calls are in no metric of its routes.
 */
@Component
class ReadyPageMetrics {

    private final MeterRegistry meters;
    private final @Nullable WarmUpPass warmUp;
    private final Map<Answer, Timer> timers = new ConcurrentHashMap<>();

    ReadyPageMetrics(MeterRegistry meters, ObjectProvider<WarmUpPass> warmUp) {
        this.meters = meters;
        this.warmUp = warmUp.getIfAvailable();
    }

    void record(String method, boolean ofCategory, int status, long nanos) {
        if (warmUp == null || !warmUp.isOwnCall()) {
            timers.computeIfAbsent(new Answer(method, ofCategory, status), this::timer)
                    .record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    private Timer timer(Answer answer) {
        return Timer.builder("http.server.requests")
                .tags("error", "none", "exception", "none")
                .tags("method", answer.method, "status", Integer.toString(answer.status))
                .tags("outcome", answer.status < 300 ? "SUCCESS" : "REDIRECTION")
                .tags("uri", ReadyPageFilter.OVERALL + (answer.ofCategory ? "/{category}" : ""))
                .register(meters);
    }

    private record Answer(String method, boolean ofCategory, int status) {}
}

package dev.haru.gateway.route;

import dev.haru.gateway.hashing.DelayedRefusals;
import dev.haru.gateway.trace.Trace;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.Observation;
import io.opentelemetry.context.Scope;
import java.util.Map;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsProperties;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.stereotype.Component;

/**
 * Records {@code http.server.requests} within the trace of the request, so that exemplars name it. In a servlet
 * application the trace is bound to the thread. A reactive request has no thread, so this handler takes the trace from
 * the exchange and makes it current while it records. The delay of a refusal is not latency and is subtracted: see
 * decision 040.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
final class RouteMeters extends DefaultMeterObservationHandler {

    RouteMeters(MeterRegistry meters, MetricsProperties properties) {
        super(meters, properties.getObservations().getIgnoredMeters().toArray(IgnoredMeters[]::new));
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof ServerRequestObservationContext;
    }

    @Override
    public void onStart(Observation.Context context) {
        super.onStart(context);
        context.put(Begin.class, new Begin(System.nanoTime()));
    }

    @Override
    public void onStop(Observation.Context context) {
        Map<String, Object> attributes = ((ServerRequestObservationContext) context).getAttributes();
        long delayNanos = DelayedRefusals.delayNanosOf(attributes);
        if (delayNanos > 0) {
            Begin begin = context.getRequired(Begin.class);
            context.put(Timer.Sample.class, Timer.start(new Elapsed(System.nanoTime() - begin.nanos() - delayNanos)));
        }
        try (Scope _ = Trace.of(attributes).makeCurrent()) {
            super.onStop(context);
        }
    }

    private record Begin(long nanos) {}

    /** A clock on which this many nanoseconds pass between the start and the end of a sample. */
    private static final class Elapsed implements Clock {

        private final long nanos;
        private boolean started;

        Elapsed(long nanos) {
            this.nanos = nanos;
        }

        @Override
        public long wallTime() {
            return 0;
        }

        @Override
        public long monotonicTime() {
            long now = started ? nanos : 0;
            started = true;
            return now;
        }
    }
}

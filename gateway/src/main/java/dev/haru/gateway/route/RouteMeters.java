package dev.haru.gateway.route;

import dev.haru.gateway.trace.Trace;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.observation.DefaultMeterObservationHandler;
import io.micrometer.observation.Observation;
import io.opentelemetry.context.Scope;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsProperties;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;
import org.springframework.stereotype.Component;

/**
 * Records {@code http.server.requests} within the request's trace, so that its buckets name one. Elsewhere that is the
 * thread's; a reactive request has none of its own, so its trace is taken from the exchange for as long as it takes.
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
    public void onStop(Observation.Context context) {
        try (Scope _ = Trace.of(((ServerRequestObservationContext) context).getAttributes())
                .makeCurrent()) {
            super.onStop(context);
        }
    }
}

package dev.haru.platform.redis;

import io.lettuce.core.event.EventBus;
import io.lettuce.core.event.connection.ConnectionActivatedEvent;
import io.lettuce.core.event.connection.ConnectionDeactivatedEvent;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The number of open connections to Redis. Zero means that Redis is unavailable, because every process opens one at
 * startup.
 */
final class OpenConnections implements MeterBinder {

    private final AtomicInteger open = new AtomicInteger();

    OpenConnections(EventBus events) {
        events.get().subscribe(event -> {
            switch (event) {
                case ConnectionActivatedEvent _ -> open.incrementAndGet();
                case ConnectionDeactivatedEvent _ -> open.decrementAndGet();
                default -> {}
            }
        });
    }

    @Override
    public void bindTo(MeterRegistry meters) {
        Gauge.builder("haru.redis.connections", open, AtomicInteger::get)
                .description("Open connections to Redis; 0 while Redis is unavailable")
                .register(meters);
    }
}

package dev.haru.platform.drain;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;

/**
 * Delays the shutdown of the process for a period. The process still serves requests, but each response closes its
 * connection. Client services keep connections open; without the delay they would send the next request to a stopped
 * server. Removing the pod from a Service's endpoints only redirects new connections.
 */
public final class Drain implements ApplicationListener<ContextClosedEvent>, Ordered {

    private static final Logger log = LoggerFactory.getLogger(Drain.class);

    private final ApplicationContext context;
    private final Duration period;
    private final Runnable closeConnections;
    private volatile boolean begun;

    /** @param closeConnections makes the server close each connection after its response */
    Drain(ApplicationContext context, Duration period, Runnable closeConnections) {
        this.context = context;
        this.period = period;
        this.closeConnections = closeConnections;
    }

    /** Whether the shutdown has begun. */
    public boolean hasBegun() {
        return begun;
    }

    /** Runs before schedulers and subscriptions stop, because requests still need them. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent closed) {
        // The event of the management context also reaches the listeners of its parent context.
        if (!closed.getApplicationContext().equals(context) || !period.isPositive()) {
            return;
        }
        begun = true;
        closeConnections.run();
        log.info("shutdown in {} ms; not ready until then", period.toMillis());
        try {
            Thread.sleep(period);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

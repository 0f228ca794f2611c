package dev.haru.platform.drain;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.core.Ordered;

/**
 * Holds up the end of the process for a while, in which everything works as before, but each answer closes its
 * connection: callers keep theirs open and would otherwise send the next request to a server that is gone. A Service's
 * endpoints alone only turn new connections away.
 */
public final class Drain implements ApplicationListener<ContextClosedEvent>, Ordered {

    private static final Logger log = LoggerFactory.getLogger(Drain.class);

    private final ApplicationContext context;
    private final Duration period;
    private final Runnable letGo;
    private volatile boolean begun;

    /** What {@code letGo} does makes the server close its connections after each answer. */
    Drain(ApplicationContext context, Duration period, Runnable letGo) {
        this.context = context;
        this.period = period;
        this.letGo = letGo;
    }

    /** Whether the process is about to end. */
    public boolean hasBegun() {
        return begun;
    }

    /** Before schedulers and subscriptions hear of the end: requests still need them. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent closed) {
        // The management context's end is told to its parent, too.
        if (!closed.getApplicationContext().equals(context) || !period.isPositive()) {
            return;
        }
        begun = true;
        letGo.run();
        log.info("shutdown in {} ms; not ready until then", period.toMillis());
        try {
            Thread.sleep(period);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

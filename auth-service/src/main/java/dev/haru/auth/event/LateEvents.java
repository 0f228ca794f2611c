package dev.haru.auth.event;

import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.platform.deadline.Deadline;
import java.time.Clock;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadPoolExecutor.CallerRunsPolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.task.TaskDecorator;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Appends events in the background, so that the response does not wait for them. Only a known account has events; if
 * the response waited, its time would show that the account exists. If the queue is full, the calling thread appends
 * the event, so that none is dropped. A shutdown waits for the queue.
 */
@Component
public class LateEvents implements DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(LateEvents.class);
    private static final int QUEUE = 1000;
    private static final int SHUTDOWN_SECONDS = 5;

    private final SecurityEvents events;
    private final Clock clock;
    private final ThreadPoolTaskExecutor writer = new ThreadPoolTaskExecutor();

    LateEvents(SecurityEvents events, Clock clock, TaskDecorator trace) {
        this.events = events;
        this.clock = clock;
        writer.setThreadNamePrefix("events-");
        writer.setCorePoolSize(1);
        writer.setMaxPoolSize(1);
        writer.setQueueCapacity(QUEUE);
        writer.setTaskDecorator(trace);
        writer.setRejectedExecutionHandler(new CallerRunsPolicy());
        writer.setWaitForTasksToCompleteOnShutdown(true);
        writer.setAwaitTerminationSeconds(SHUTDOWN_SECONDS);
        writer.initialize();
    }

    /** Queues an event with the current time. */
    public void append(UUID accountId, Kind kind, Origin origin) {
        Instant at = clock.instant();
        writer.execute(Deadline.outlived(() -> write(accountId, kind, origin, at)));
    }

    private void write(UUID accountId, Kind kind, Origin origin, Instant at) {
        try {
            events.append(accountId, kind, origin, at);
        } catch (DataAccessException | TransactionException failure) {
            log.error("security event {} of account {} was not written", kind, accountId, failure);
        }
    }

    @Override
    public void destroy() {
        writer.shutdown();
    }
}

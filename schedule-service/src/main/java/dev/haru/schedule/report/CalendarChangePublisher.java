package dev.haru.schedule.report;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/**
 * Publishes calendar changes from a bounded queue. After a change that could not be published, the next heartbeat says
 * that all calendars have changed.
 */
final class CalendarChangePublisher {

    private static final Logger log = LoggerFactory.getLogger(CalendarChangePublisher.class);

    private static final int QUEUE_CAPACITY = 10_000;
    private static final int BATCH_SIZE = 100;

    /**
     * Changes within this time after a message share the next message. One message for each change took a quarter of
     * the cost of adding a schedule.
     */
    private static final Duration BATCH_DELAY = Duration.ofMillis(10);

    private final String processId;
    private final StringRedisTemplate redis;
    private final Counter published;
    private final Counter failed;
    private final BlockingQueue<UUID> pending = new LinkedBlockingQueue<>(QUEUE_CAPACITY);

    /**
     * Whether a change may be unpublished. True at the start, because an earlier process may have crashed before it
     * published.
     */
    private volatile boolean unpublished = true;

    CalendarChangePublisher(String processId, StringRedisTemplate redis, Counter published, Counter failed) {
        this.processId = processId;
        this.redis = redis;
        this.published = published;
        this.failed = failed;
    }

    /** Queues the change of a member's calendar. */
    void add(UUID memberId) {
        if (!pending.offer(memberId)) {
            failed.increment();
            unpublished = true;
        }
    }

    /** Waits for changes, at most for this time, and publishes them in one message. */
    void publishNext(long nanos) throws InterruptedException {
        UUID first = pending.poll(nanos, TimeUnit.NANOSECONDS);
        if (first != null) {
            publishBatch(first);
            if (pending.size() < BATCH_SIZE) {
                Thread.sleep(BATCH_DELAY);
            }
        }
    }

    void publishHeartbeat() {
        boolean wasUnpublished = unpublished;
        unpublished = false;
        if (!publish(wasUnpublished ? ChangeMessage.ALL_CHANGED : ChangeMessage.HEARTBEAT)) {
            unpublished = wasUnpublished || unpublished;
        }
    }

    /** Publishes all queued changes at the end of the process. */
    void publishRest() {
        for (UUID rest = pending.poll(); rest != null; rest = pending.poll()) {
            publishBatch(rest);
        }
        if (unpublished) {
            publish(ChangeMessage.ALL_CHANGED);
        }
    }

    private void publishBatch(UUID first) {
        List<UUID> members = new ArrayList<>(BATCH_SIZE);
        members.add(first);
        pending.drainTo(members, BATCH_SIZE - 1);
        if (publish(ChangeMessage.partsOf(members))) {
            published.increment(members.size());
        } else {
            failed.increment(members.size());
            unpublished = true;
        }
    }

    private boolean publish(String parts) {
        try {
            redis.convertAndSend(CalendarChanges.CHANNEL, processId + " " + parts);
            return true;
        } catch (RuntimeException unavailable) {
            log.debug("change not published to the other processes", unavailable);
            return false;
        }
    }
}

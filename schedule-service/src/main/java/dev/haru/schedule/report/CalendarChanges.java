package dev.haru.schedule.report;

import dev.haru.platform.redis.ChannelCounters;
import dev.haru.platform.redis.ChannelSubscription;
import dev.haru.schedule.calendar.CalendarChanged;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Publishes calendar changes to all processes. This process applies a change before it answers the request. The other
 * processes receive the change through Redis within milliseconds.
 *
 * <p>Each process publishes a heartbeat every three seconds. A process that has received no message since its last
 * heartbeat discards all cached reports. Without Redis, no report is therefore older than two heartbeats and the
 * time-outs; see decision 016.
 *
 * <p>Longer than 120 lines because one thread owns the queue and the heartbeat from start to stop.
 */
@Component
class CalendarChanges implements SmartLifecycle {

    /** The Redis channel to which all processes subscribe. */
    static final String CHANNEL = "haru:calendar-changed";

    private static final Logger log = LoggerFactory.getLogger(CalendarChanges.class);

    private static final Duration INTERVAL = Duration.ofSeconds(3);

    private final Duration interval;
    private final CalendarVersions versions;
    private final CalendarChangePublisher publisher;
    private final CalendarChangeListener listener;
    private final ChannelSubscription subscription;
    private @Nullable Thread thread;
    private volatile boolean running;
    private boolean silent;

    @Autowired
    CalendarChanges(
            CalendarVersions versions,
            RedisConnectionFactory connections,
            StringRedisTemplate redis,
            MeterRegistry meters) {
        this(versions, connections, redis, meters, INTERVAL);
    }

    CalendarChanges(
            CalendarVersions versions,
            RedisConnectionFactory connections,
            StringRedisTemplate redis,
            MeterRegistry meters,
            Duration interval) {
        String processId = UUID.randomUUID().toString();
        this.interval = interval;
        this.versions = versions;
        ChannelCounters counters = ChannelCounters.of("haru.reports.calendar.changes", "Calendar changes", meters);
        this.publisher = new CalendarChangePublisher(processId, redis, counters.published(), counters.lost());
        this.listener = new CalendarChangeListener(processId, versions, counters.received());
        this.subscription = new ChannelSubscription(connections, CHANNEL, listener);
    }

    /** Also handles a rollback, because a commit may have succeeded although its response was lost. */
    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMPLETION, fallbackExecution = true)
    void on(CalendarChanged change) {
        versions.invalidate(change.memberId());
        // The thread of this component sends the message, because this thread still holds its database connection.
        publisher.add(change.memberId());
    }

    @Override
    public synchronized void start() {
        // A component that was stopped and started again may have missed messages.
        versions.invalidateAll();
        running = true;
        subscription.start();
        thread = Thread.ofVirtual().name("calendar-changes").start(this::run);
    }

    /** Waits for the message that is being published. The time-outs of Redis bound the wait. */
    @Override
    public synchronized void stop() {
        running = false;
        if (thread != null) {
            thread.interrupt();
            try {
                thread.join(INTERVAL);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        subscription.stop();
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return ChannelSubscription.PHASE;
    }

    private void run() {
        long heartbeatAt = System.nanoTime();
        while (running) {
            try {
                if (System.nanoTime() - heartbeatAt >= 0) {
                    sendHeartbeat();
                    heartbeatAt = System.nanoTime() + interval.toNanos();
                }
                publisher.publishNext(heartbeatAt - System.nanoTime());
            } catch (InterruptedException stopping) {
                running = false;
            }
        }
        Thread.interrupted(); // otherwise the Redis driver refuses to send
        publisher.publishRest();
    }

    private void sendHeartbeat() {
        boolean wasSilent = silent;
        silent = !listener.takeMessageReceived();
        if (silent) {
            versions.invalidateAll();
            if (!wasSilent) {
                log.warn("no heartbeat on {}: the report cache keeps entries for seconds only", CHANNEL);
            }
        }
        publisher.publishHeartbeat();
    }
}

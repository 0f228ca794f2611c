package dev.haru.schedule.report;

import dev.haru.platform.redis.Subscription;
import dev.haru.schedule.calendar.CalendarChanged;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.SubscriptionListener;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionPhase;
import org.springframework.transaction.event.TransactionalEventListener;

/**
 * Publishes calendar changes to all processes. This process applies a change before it answers the request. The other
 * processes receive the change through Redis within milliseconds. A message contains the id of the sender and at least
 * one of: ids of members, {@link #HEARTBEAT}, {@link #ALL_CHANGED}.
 *
 * <p>Each process publishes a heartbeat every three seconds. A process that has received no message since its last
 * heartbeat discards all cached reports. Without Redis, no report is therefore older than two heartbeats and the
 * time-outs; see decision 016.
 */
@Component
class CalendarChanges implements SmartLifecycle, MessageListener, SubscriptionListener {

    /** The Redis channel to which all processes subscribe. */
    static final String CHANNEL = "haru:calendar-changed";

    static final String HEARTBEAT = "beat";
    static final String ALL_CHANGED = "everything";

    private static final Logger log = LoggerFactory.getLogger(CalendarChanges.class);

    private static final Duration INTERVAL = Duration.ofSeconds(3);
    private static final int QUEUE_CAPACITY = 10_000;
    private static final int BATCH_SIZE = 100;

    /**
     * Changes within this time after a message share the next message. One message for each change took a quarter of
     * the cost of adding a schedule.
     */
    private static final Duration BATCH_DELAY = Duration.ofMillis(10);

    /**
     * This component starts after the connections and stops before them. It starts before the web server and stops
     * after it.
     */
    private static final int PHASE = 1000;

    private final Duration interval;
    private final CalendarVersions versions;
    private final RedisConnectionFactory connections;
    private final StringRedisTemplate redis;
    private final Counter published;
    private final Counter received;
    private final Counter failed;
    private final String processId = UUID.randomUUID().toString();
    private final BlockingQueue<UUID> pending = new LinkedBlockingQueue<>(QUEUE_CAPACITY);
    private @Nullable Thread publisher;
    private @Nullable RedisConnection subscription;
    private volatile boolean running;
    private volatile boolean messageReceived = true;
    private boolean silent;

    /**
     * Whether a change may be unpublished. True at the start, because an earlier process may have crashed before it
     * published.
     */
    private volatile boolean unpublished = true;

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
        this.interval = interval;
        this.versions = versions;
        this.connections = connections;
        this.redis = redis;
        this.published = counter("told", meters);
        this.received = counter("heard", meters);
        this.failed = counter("lost", meters);
    }

    /** Also handles a rollback, because a commit may have succeeded although its response was lost. */
    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMPLETION, fallbackExecution = true)
    void on(CalendarChanged change) {
        versions.invalidate(change.memberId());
        // The publisher thread sends the message, because this thread still holds its database connection.
        if (!pending.offer(change.memberId())) {
            failed.increment();
            unpublished = true;
        }
    }

    @Override
    public void onMessage(Message message, byte @Nullable [] pattern) {
        messageReceived = true;
        List<String> parts = List.of(new String(message.getBody(), StandardCharsets.UTF_8).split(" ", -1));
        if (!parts.getFirst().equals(processId)) {
            parts.stream().skip(1).forEach(this::apply);
        }
    }

    @Override
    public void onChannelSubscribed(byte[] channel, long count) {
        messageReceived = true;
        versions.invalidateAll();
        log.info("subscribed to {}; report cache invalidated", CHANNEL);
    }

    @Override
    public synchronized void start() {
        // A component that was stopped and started again may have missed messages.
        versions.invalidateAll();
        running = true;
        publisher = Thread.ofVirtual().name("calendar-changes").start(this::run);
    }

    /** Waits for the message that is being published. The time-outs of Redis bound the wait. */
    @Override
    public synchronized void stop() {
        running = false;
        if (publisher != null) {
            publisher.interrupt();
            try {
                publisher.join(INTERVAL);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    private void apply(String part) {
        switch (part) {
            case HEARTBEAT -> {}
            case ALL_CHANGED -> versions.invalidateAll();
            default -> {
                received.increment();
                try {
                    versions.invalidate(UUID.fromString(part));
                } catch (IllegalArgumentException newerFormat) {
                    versions.invalidateAll();
                }
            }
        }
    }

    private void run() {
        long heartbeatAt = System.nanoTime();
        while (running) {
            try {
                if (System.nanoTime() - heartbeatAt >= 0) {
                    sendHeartbeat();
                    heartbeatAt = System.nanoTime() + interval.toNanos();
                }
                UUID first = pending.poll(heartbeatAt - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (first != null) {
                    publishBatch(first);
                    if (pending.size() < BATCH_SIZE) {
                        Thread.sleep(BATCH_DELAY);
                    }
                }
            } catch (InterruptedException stopping) {
                running = false;
            }
        }
        Thread.interrupted(); // otherwise the Redis driver refuses to send
        for (UUID rest = pending.poll(); rest != null; rest = pending.poll()) {
            publishBatch(rest);
        }
        if (unpublished) {
            publish(ALL_CHANGED);
        }
        Subscription.close(subscription);
        subscription = null;
    }

    private void sendHeartbeat() {
        if (!messageReceived) {
            versions.invalidateAll();
            if (!silent) {
                log.warn("no heartbeat on {}: the report cache keeps entries for seconds only", CHANNEL);
            }
        }
        silent = !messageReceived;
        messageReceived = false;
        if (subscription == null) {
            subscription = Subscription.open(connections, this, CHANNEL);
        }
        boolean wasUnpublished = unpublished;
        unpublished = false;
        if (!publish(wasUnpublished ? ALL_CHANGED : HEARTBEAT)) {
            unpublished = wasUnpublished || unpublished;
        }
    }

    private void publishBatch(UUID first) {
        List<UUID> members = new ArrayList<>(BATCH_SIZE);
        members.add(first);
        pending.drainTo(members, BATCH_SIZE - 1);
        if (publish(members.stream().map(UUID::toString).collect(Collectors.joining(" ")))) {
            published.increment(members.size());
        } else {
            failed.increment(members.size());
            unpublished = true;
        }
    }

    private boolean publish(String content) {
        try {
            redis.convertAndSend(CHANNEL, processId + " " + content);
            return true;
        } catch (RuntimeException unavailable) {
            log.debug("change not published to the other processes", unavailable);
            return false;
        }
    }

    private static Counter counter(String outcome, MeterRegistry meters) {
        return Counter.builder("haru.reports.calendar.changes")
                .description("Calendar changes that this process published, received, or failed to publish")
                .tag("outcome", outcome)
                .register(meters);
    }
}

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
 * Tells every process whose calendar has changed: this one before the call is answered, the others by Redis within
 * milliseconds. A message is the sender and some of: ids of members, {@link #BEAT}, {@link #EVERYTHING}.
 *
 * <p>Each process sends a beat every three seconds. One that has heard nothing in the meantime takes no report for
 * granted, so that without Redis none is older than two beats and the time-outs; see decision 016.
 */
@Component
class CalendarChanges implements SmartLifecycle, MessageListener, SubscriptionListener {

    /** The channel on Redis that all processes listen to. */
    static final String CHANNEL = "haru:calendar-changed";

    static final String BEAT = "beat";
    static final String EVERYTHING = "everything";

    private static final Logger log = LoggerFactory.getLogger(CalendarChanges.class);

    private static final Duration INTERVAL = Duration.ofSeconds(3);
    private static final int WAITING = 10_000;
    private static final int MESSAGE = 100;

    /** What comes so soon after a message goes with the next one: one for each was a quarter of a create's cost. */
    private static final Duration GATHERING = Duration.ofMillis(10);

    /** After the connections, so that it ends before them; before the web server, so that it ends after it. */
    private static final int PHASE = 1000;

    private final Duration interval;
    private final CalendarVersions versions;
    private final RedisConnectionFactory connections;
    private final StringRedisTemplate redis;
    private final Counter told;
    private final Counter heardOf;
    private final Counter lost;
    private final String self = UUID.randomUUID().toString();
    private final BlockingQueue<UUID> untold = new LinkedBlockingQueue<>(WAITING);
    private @Nullable Thread teller;
    private @Nullable RedisConnection subscription;
    private volatile boolean running;
    private volatile boolean heard = true;
    private boolean quiet;

    /** Something may not have been told: also, at the start, by a process before this one that has crashed. */
    private volatile boolean owed = true;

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
        this.told = counter("told", meters);
        this.heardOf = counter("heard", meters);
        this.lost = counter("lost", meters);
    }

    /** Also after a rollback: a commit may have happened though its answer was lost. */
    @TransactionalEventListener(phase = TransactionPhase.AFTER_COMPLETION, fallbackExecution = true)
    void on(CalendarChanged change) {
        versions.changed(change.memberId());
        // Not sent here: the thread still holds its connection to the database.
        if (!untold.offer(change.memberId())) {
            lost.increment();
            owed = true;
        }
    }

    @Override
    public void onMessage(Message message, byte @Nullable [] pattern) {
        heard = true;
        List<String> words = List.of(new String(message.getBody(), StandardCharsets.UTF_8).split(" ", -1));
        if (!words.getFirst().equals(self)) {
            words.stream().skip(1).forEach(this::hear);
        }
    }

    @Override
    public void onChannelSubscribed(byte[] channel, long count) {
        heard = true;
        versions.anyMayHaveChanged();
        log.info("subscribed to {}; report cache invalidated", CHANNEL);
    }

    @Override
    public synchronized void start() {
        // Stopped and started again, it may have missed something.
        versions.anyMayHaveChanged();
        running = true;
        teller = Thread.ofVirtual().name("calendar-changes").start(this::work);
    }

    /** Waits for what is being told; Redis' time-outs bound that. */
    @Override
    public synchronized void stop() {
        running = false;
        if (teller != null) {
            teller.interrupt();
            try {
                teller.join(INTERVAL);
            } catch (InterruptedException hurry) {
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

    private void hear(String word) {
        switch (word) {
            case BEAT -> {}
            case EVERYTHING -> versions.anyMayHaveChanged();
            default -> {
                heardOf.increment();
                try {
                    versions.changed(UUID.fromString(word));
                } catch (IllegalArgumentException ofLaterVersion) {
                    versions.anyMayHaveChanged();
                }
            }
        }
    }

    private void work() {
        long beatAt = System.nanoTime();
        while (running) {
            try {
                if (System.nanoTime() - beatAt >= 0) {
                    beat();
                    beatAt = System.nanoTime() + interval.toNanos();
                }
                UUID first = untold.poll(beatAt - System.nanoTime(), TimeUnit.NANOSECONDS);
                if (first != null) {
                    tell(first);
                    if (untold.size() < MESSAGE) {
                        Thread.sleep(GATHERING);
                    }
                }
            } catch (InterruptedException stopping) {
                running = false;
            }
        }
        Thread.interrupted(); // or Redis' driver would refuse
        for (UUID rest = untold.poll(); rest != null; rest = untold.poll()) {
            tell(rest);
        }
        if (owed) {
            sent(EVERYTHING);
        }
        Subscription.close(subscription);
        subscription = null;
    }

    private void beat() {
        if (!heard) {
            versions.anyMayHaveChanged();
            if (!quiet) {
                log.warn("no heartbeat on {}: the report cache keeps entries for seconds only", CHANNEL);
            }
        }
        quiet = !heard;
        heard = false;
        if (subscription == null) {
            subscription = Subscription.open(connections, this, CHANNEL);
        }
        boolean owing = owed;
        owed = false;
        if (!sent(owing ? EVERYTHING : BEAT)) {
            owed = owing || owed;
        }
    }

    private void tell(UUID first) {
        List<UUID> members = new ArrayList<>(MESSAGE);
        members.add(first);
        untold.drainTo(members, MESSAGE - 1);
        if (sent(members.stream().map(UUID::toString).collect(Collectors.joining(" ")))) {
            told.increment(members.size());
        } else {
            lost.increment(members.size());
            owed = true;
        }
    }

    private boolean sent(String words) {
        try {
            redis.convertAndSend(CHANNEL, self + " " + words);
            return true;
        } catch (RuntimeException away) {
            log.debug("change not published to the other processes", away);
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

package dev.haru.platform.identity;

import dev.haru.platform.redis.Subscription;
import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.SubscriptionListener;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Receives the revocations of other processes. The service starts without Redis and subscribes as soon as Redis is
 * available. After the first subscription the driver reconnects and subscribes again by itself. The process may have
 * missed messages in between, so each new subscription makes all existing cache entries stale.
 *
 * <p>Spring Data's listener container does not fit. It fails the startup of a service while Redis is unavailable. It
 * also does not report that the driver has subscribed again.
 */
final class RevocationSubscription
        implements SmartLifecycle, MessageListener, SubscriptionListener, RedisConnectionStateListener {

    private static final Logger log = LoggerFactory.getLogger(RevocationSubscription.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    /** Stops before the Redis connections and after the web server. */
    private static final int PHASE = 1000;

    private final RedisConnectionFactory connections;
    private final Tombstones tombstones;
    private final Counter received;
    private @Nullable Thread starter;
    private @Nullable RedisConnection connection;
    private volatile @Nullable StatefulConnection<?, ?> ownConnection;
    private volatile boolean running;

    RevocationSubscription(RedisConnectionFactory connections, Tombstones tombstones, MeterRegistry meters) {
        this.connections = connections;
        this.tombstones = tombstones;
        this.received = Counter.builder("haru.revocations")
                .description("Revocations that this process published, received, or failed to publish")
                .tag("outcome", "received")
                .register(meters);
    }

    @Override
    public void onMessage(Message message, byte @Nullable [] pattern) {
        received.increment();
        String text = new String(message.getBody(), StandardCharsets.UTF_8);
        Optional<Revocation> revocation = Revocation.parse(text);
        if (revocation.isPresent()) {
            tombstones.put(revocation.get());
        } else {
            // The message may come from a later version. Its effect is unknown, so all existing entries become stale.
            log.warn("revocation of an unknown kind; identity cache invalidated");
            tombstones.invalidateAll();
        }
    }

    @Override
    public void onChannelSubscribed(byte[] channel, long count) {
        tombstones.invalidateAll();
        tombstones.listening(true);
        log.info("subscribed to {}; identity cache invalidated", Revocations.CHANNEL);
    }

    @Override
    public synchronized void start() {
        running = true;
        if (connections instanceof LettuceConnectionFactory lettuce) {
            lettuce.getRequiredNativeClient().addListener(this);
        }
        starter = Thread.ofVirtual().name("revocations").start(this::subscribe);
    }

    @Override
    public synchronized void stop() {
        running = false;
        if (starter != null) {
            starter.interrupt();
        }
        Subscription.close(connection);
        connection = null;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /** The driver's event for a lost connection, also of other subscriptions of this process. */
    @Override
    public void onRedisDisconnected(RedisChannelHandler<?, ?> gone) {
        StatefulConnection<?, ?> pubSub = ownConnection;
        if (gone instanceof StatefulRedisPubSubConnection && (pubSub == null || gone.equals(pubSub))) {
            tombstones.listening(false);
        }
    }

    private void subscribe() {
        Duration pause = FIRST_PAUSE;
        while (running && !subscribed()) {
            if (pause.equals(FIRST_PAUSE)) {
                log.warn("Redis is unavailable: revocations by other processes apply after its return or after cache "
                        + "entries expire");
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException stopped) {
                return;
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    private boolean subscribed() {
        @Nullable RedisConnection opened = Subscription.open(connections, this, Revocations.CHANNEL);
        return opened != null && keep(opened);
    }

    private synchronized boolean keep(RedisConnection opened) {
        if (running) {
            connection = opened;
            StatefulConnection<?, ?> pubSub =
                    opened.getNativeConnection() instanceof RedisPubSubAsyncCommands<?, ?> commands
                            ? commands.getStatefulConnection()
                            : null;
            ownConnection = pubSub;
            if (pubSub != null && pubSub.isOpen()) {
                // Until now the loss of another subscription counted as the loss of this one.
                tombstones.listening(true);
            }
        } else {
            Subscription.close(opened);
        }
        return true;
    }
}

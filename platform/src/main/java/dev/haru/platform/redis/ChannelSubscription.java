package dev.haru.platform.redis;

import io.lettuce.core.RedisChannelHandler;
import io.lettuce.core.RedisConnectionStateListener;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.pubsub.api.async.RedisPubSubAsyncCommands;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
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
 * The subscription of this process to a Redis channel, on a connection of its own. The process starts without Redis and
 * subscribes as soon as Redis is available. After the first subscription the driver reconnects and subscribes again by
 * itself; the listener is notified each time.
 *
 * <p>Spring Data's listener container does not fit. It fails the startup of a service while Redis is unavailable. It
 * also does not report that the driver has subscribed again.
 *
 * <p>Longer than 120 lines because it handles every state of one connection to Redis.
 */
public final class ChannelSubscription implements SmartLifecycle {

    /** Starts after the Redis connections and stops before them. Starts before the web server and stops after it. */
    public static final int PHASE = 1000;

    private static final Logger log = LoggerFactory.getLogger(ChannelSubscription.class);

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final RedisConnectionFactory connections;
    private final String channel;
    private final ChannelListener listener;
    private final Events events = new Events();
    private @Nullable RedisConnection connection;

    /** The thread that subscribes or has subscribed; null while stopped. */
    private volatile @Nullable Thread subscriber;

    public ChannelSubscription(RedisConnectionFactory connections, String channel, ChannelListener listener) {
        this.connections = connections;
        this.channel = channel;
        this.listener = listener;
    }

    @Override
    public synchronized void start() {
        if (connections instanceof LettuceConnectionFactory lettuce) {
            lettuce.getRequiredNativeClient().addListener(events);
        }
        Thread started = Thread.ofVirtual().name("subscribe " + channel).unstarted(this::subscribe);
        subscriber = started;
        started.start();
    }

    @Override
    public synchronized void stop() {
        Thread stopped = subscriber;
        if (stopped == null) {
            return;
        }
        subscriber = null;
        stopped.interrupt();
        if (connections instanceof LettuceConnectionFactory lettuce) {
            lettuce.getRequiredNativeClient().removeListener(events);
        }
        close(connection);
        connection = null;
        events.stopped();
    }

    @Override
    public boolean isRunning() {
        return subscriber != null;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    private void subscribe() {
        Duration pause = FIRST_PAUSE;
        while (isCurrent() && !subscribed()) {
            if (pause.equals(FIRST_PAUSE)) {
                listener.onUnavailable();
            }
            try {
                Thread.sleep(pause);
            } catch (InterruptedException stopping) {
                return;
            }
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    private boolean subscribed() {
        @Nullable RedisConnection opened = null;
        try {
            opened = connections.getConnection();
            opened.subscribe(events, channel.getBytes(StandardCharsets.UTF_8));
        } catch (RuntimeException unavailable) {
            log.debug("not subscribed to {} yet", channel, unavailable);
            close(opened);
            return false;
        }
        keep(opened);
        return true;
    }

    private synchronized void keep(RedisConnection opened) {
        if (isCurrent()) {
            connection = opened;
            events.subscribedOn(opened);
        } else {
            close(opened);
        }
    }

    /** False in the thread of a subscription that was stopped meanwhile, even if another one was started. */
    private boolean isCurrent() {
        return Thread.currentThread().equals(subscriber);
    }

    private static void close(@Nullable RedisConnection connection) {
        if (connection == null) {
            return;
        }
        try {
            connection.close();
        } catch (RuntimeException gone) {
            log.debug("already closed", gone);
        }
    }

    /** The driver's events. It reports lost connections of all subscriptions of this process. */
    private final class Events implements MessageListener, SubscriptionListener, RedisConnectionStateListener {

        private @Nullable Object own;

        /** The last lost connection, because the own one may be lost before it is known. */
        private @Nullable Object lost;

        private boolean subscribed;

        @Override
        public void onMessage(Message message, byte @Nullable [] pattern) {
            listener.onMessage(message, pattern);
        }

        @Override
        public synchronized void onChannelSubscribed(byte[] name, long count) {
            // If the loss was not reported, the driver had lost the connection before subscribedOn() and reconnected.
            notifyOfLoss();
            lost = null;
            subscribed = true;
            listener.onSubscribed();
        }

        @Override
        public synchronized void onRedisDisconnected(RedisChannelHandler<?, ?> gone) {
            if (gone instanceof StatefulRedisPubSubConnection) {
                lost = gone;
                if (gone.equals(own)) {
                    notifyOfLoss();
                }
            }
        }

        synchronized void subscribedOn(RedisConnection opened) {
            own = opened.getNativeConnection() instanceof RedisPubSubAsyncCommands<?, ?> commands
                    ? commands.getStatefulConnection()
                    : null;
            if (own != null && own.equals(lost)) {
                notifyOfLoss();
            }
        }

        synchronized void stopped() {
            own = null;
            notifyOfLoss();
        }

        private void notifyOfLoss() {
            if (subscribed) {
                subscribed = false;
                listener.onLost();
            }
        }
    }
}

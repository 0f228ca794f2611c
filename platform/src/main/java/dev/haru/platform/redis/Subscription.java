package dev.haru.platform.redis;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** A subscription to a Redis channel on a connection of its own. */
public final class Subscription {

    private static final Logger log = LoggerFactory.getLogger(Subscription.class);

    private Subscription() {}

    /**
     * Opens a connection that is subscribed to the channel; null while Redis is unavailable. After a lost connection
     * the driver subscribes again by itself and notifies a {@code SubscriptionListener}.
     */
    public static @Nullable RedisConnection open(
            RedisConnectionFactory connections, MessageListener listener, String channel) {
        @Nullable RedisConnection opened = null;
        try {
            opened = connections.getConnection();
            opened.subscribe(listener, channel.getBytes(StandardCharsets.UTF_8));
            return opened;
        } catch (RuntimeException away) {
            log.debug("not subscribed to {} yet", channel, away);
            close(opened);
            return null;
        }
    }

    /** Closes the connection if there is one, whatever its state. */
    public static void close(@Nullable RedisConnection subscription) {
        if (subscription == null) {
            return;
        }
        try {
            subscription.close();
        } catch (RuntimeException gone) {
            log.debug("already closed", gone);
        }
    }
}

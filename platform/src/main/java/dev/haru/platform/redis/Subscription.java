package dev.haru.platform.redis;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.MessageListener;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Listening to a channel of Redis, on a connection of its own. */
public final class Subscription {

    private static final Logger log = LoggerFactory.getLogger(Subscription.class);

    private Subscription() {}

    /**
     * A connection on which the listener hears the channel; null while Redis is away. When it is lost later on, the
     * driver subscribes again by itself, and a listener for subscriptions hears of that.
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

    /** Ends it, if there is one, whatever has become of the connection. */
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

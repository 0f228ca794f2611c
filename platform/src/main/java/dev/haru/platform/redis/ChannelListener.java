package dev.haru.platform.redis;

import org.springframework.data.redis.connection.MessageListener;

/** Receives the messages of a Redis channel and the changes of the subscription. The methods must not block. */
public interface ChannelListener extends MessageListener {

    /** The process is subscribed, for the first time or again. It may have missed messages until now. */
    void onSubscribed();

    /** The subscription is lost, so the process misses messages until {@link #onSubscribed}. */
    default void onLost() {}

    /** The first attempt to subscribe failed. Further attempts follow. */
    default void onUnavailable() {}
}

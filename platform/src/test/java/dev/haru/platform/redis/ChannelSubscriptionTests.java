package dev.haru.platform.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.doAnswer;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.timeout;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import dev.haru.platform.test.EmbeddedRedis;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.SubscriptionListener;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.types.RedisClientInfo;

class ChannelSubscriptionTests {

    private static final String CHANNEL = "test:changes";

    /** A separate server, because the tests stop it and count its subscribers. */
    private final EmbeddedRedis redis = EmbeddedRedis.start();

    private final LettuceConnectionFactory connections = redis.connect(Duration.ofMinutes(1));
    private final StringRedisTemplate template = new StringRedisTemplate(connections);
    private final Recorder recorder = new Recorder();
    private final ChannelSubscription subscription = new ChannelSubscription(connections, CHANNEL, recorder);

    @AfterEach
    void close() {
        subscription.stop();
        connections.destroy();
        redis.close();
    }

    @Test
    void messageOfTheChannelReachesTheListener() {
        subscription.start();
        recorder.await("subscribed");

        template.convertAndSend("test:other", "another channel");
        template.convertAndSend(CHANNEL, "first");

        recorder.await("subscribed", "first");
    }

    @Test
    void outageIsReportedAsLostAndSubscribedAgain() {
        subscription.start();
        recorder.await("subscribed");

        redis.stop();
        recorder.await("subscribed", "lost");
        redis.restart();

        recorder.await("subscribed", "lost", "subscribed");
        await().ignoreExceptions().until(() -> template.convertAndSend(CHANNEL, "later") == 1);
        recorder.await("subscribed", "lost", "subscribed", "later");
    }

    @Test
    void startWithoutRedisSubscribesLater() {
        redis.stop();

        subscription.start();
        recorder.await("unavailable");
        assertThat(subscription.isRunning()).isTrue();
        redis.restart();

        recorder.await("unavailable", "subscribed");
    }

    @Test
    void lossOfAnotherSubscriptionIsNotReported() {
        subscription.start();
        recorder.await("subscribed");
        Recorder other = new Recorder();
        ChannelSubscription second = new ChannelSubscription(connections, "test:other", other);
        second.start();
        other.await("subscribed");

        try (RedisConnection killer = connections.getConnection()) {
            killer.serverCommands().killClient("127.0.0.1", portOf(subscribers().getLast()));
        }

        other.await("subscribed", "lost", "subscribed");
        assertThat(recorder.events).containsExactly("subscribed");
        second.stop();
    }

    @Test
    void lossBeforeTheConnectionIsKnownIsReported() {
        RedisConnection connection = mock(RedisConnection.class);
        RedisConnectionFactory factory = mock(RedisConnectionFactory.class);
        when(factory.getConnection()).thenReturn(connection);
        doAnswer(subscribing -> {
                    SubscriptionListener events = subscribing.getArgument(0);
                    events.onChannelSubscribed(CHANNEL.getBytes(StandardCharsets.UTF_8), 1);
                    // The driver has reconnected before its first call returns.
                    events.onChannelSubscribed(CHANNEL.getBytes(StandardCharsets.UTF_8), 1);
                    return null;
                })
                .when(connection)
                .subscribe(any(), any());
        ChannelSubscription reconnected = new ChannelSubscription(factory, CHANNEL, recorder);

        reconnected.start();

        recorder.await("subscribed", "lost", "subscribed");
        reconnected.stop();
    }

    @Test
    void stoppedSubscriptionReceivesNothing() {
        subscription.start();
        recorder.await("subscribed");

        subscription.stop();
        subscription.stop();

        assertThat(subscription.isRunning()).isFalse();
        recorder.await("subscribed", "lost");
        await().until(() -> subscribers().isEmpty());
    }

    @Test
    void restartSubscribesOnce() {
        subscription.start();
        recorder.await("subscribed");
        subscription.stop();

        subscription.start();
        recorder.await("subscribed", "lost", "subscribed");
        await().until(() -> subscribers().size() == 1);
        template.convertAndSend(CHANNEL, "once");
        recorder.await("subscribed", "lost", "subscribed", "once");
        redis.stop();

        recorder.await("subscribed", "lost", "subscribed", "once", "lost");
    }

    @Test
    void connectionOpenedDuringStopIsClosed() {
        CompletableFuture<RedisConnection> connecting = new CompletableFuture<>();
        RedisConnectionFactory slow = mock(RedisConnectionFactory.class);
        when(slow.getConnection()).then(_ -> connecting.join());
        ChannelSubscription stopped = new ChannelSubscription(slow, CHANNEL, recorder);
        stopped.start();
        verify(slow, timeout(60_000)).getConnection();

        stopped.stop();
        RedisConnection late = mock(RedisConnection.class);
        connecting.complete(late);

        verify(late, timeout(60_000)).close();
    }

    /** The clients with a subscription, in the order of their connections. */
    private List<RedisClientInfo> subscribers() {
        try (RedisConnection connection = connections.getConnection()) {
            return connection.serverCommands().getClientList().stream()
                    .filter(client -> !"0".equals(client.get("sub")))
                    .toList();
        }
    }

    private static int portOf(RedisClientInfo client) {
        return URI.create("redis://" + client.getAddressPort()).getPort();
    }

    private static final class Recorder implements ChannelListener {

        private final List<String> events = new CopyOnWriteArrayList<>();

        @Override
        public void onMessage(Message message, byte @Nullable [] pattern) {
            events.add(new String(message.getBody(), StandardCharsets.UTF_8));
        }

        @Override
        public void onSubscribed() {
            events.add("subscribed");
        }

        @Override
        public void onLost() {
            events.add("lost");
        }

        @Override
        public void onUnavailable() {
            events.add("unavailable");
        }

        void await(String... expected) {
            org.awaitility.Awaitility.await()
                    .atMost(Duration.ofMinutes(2)) // the driver's pauses between attempts grow to half a minute
                    .untilAsserted(() -> assertThat(events).containsExactly(expected));
        }
    }
}

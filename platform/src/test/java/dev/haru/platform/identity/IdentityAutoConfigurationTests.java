package dev.haru.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.redis.ChannelListener;
import dev.haru.platform.redis.ChannelSubscription;
import dev.haru.platform.test.EmbeddedRedis;
import dev.haru.platform.test.MovableClock;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.data.redis.connection.Message;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

class IdentityAutoConfigurationTests {

    private static final String TOKEN = "hru_of_a_member";

    private final MovableClock clock = new MovableClock(Instant.parse("2026-11-21T09:00:00Z"));
    private final UUID account = UUID.randomUUID();
    private final UUID session = UUID.randomUUID();

    @Test
    void revocationReachesTheOtherProcess() {
        process(EmbeddedRedis.shared())
                .run(here -> process(EmbeddedRedis.shared()).run(there -> {
                    IdentityCache<String> cache = listening(there);
                    assertThat(find(cache, true)).contains("a member");

                    here.getBean(Revocations.class).sessionEnded(session);

                    await().atMost(Duration.ofMinutes(1))
                            .until(() -> find(cache, true).isEmpty());
                }));
    }

    @Test
    void messageOfALaterVersionMakesAllEntriesStale() {
        process(EmbeddedRedis.shared()).run(context -> {
            IdentityCache<String> cache = listening(context);
            assertThat(find(cache, true)).contains("a member");

            context.getBean(StringRedisTemplate.class).convertAndSend(Revocations.CHANNEL, "device-lost 1");

            await().atMost(Duration.ofMinutes(1)).until(() -> find(cache, false).isEmpty());
        });
    }

    @Test
    void returnOfRedisMakesEntriesStaleAndDeliversMessages() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            process(redis).run(context -> {
                IdentityCache<String> cache = listening(context);
                assertThat(find(cache, true)).contains("a member");

                redis.stop();
                assertThat(find(cache, false))
                        .as("a short outage of Redis keeps the entry")
                        .contains("a member");
                redis.restart();

                await().atMost(Duration.ofMinutes(1))
                        .until(() -> find(cache, false).isEmpty());
                clock.advance(Duration.ofSeconds(2));
                assertThat(find(cache, true)).contains("a member");
                await().atMost(Duration.ofMinutes(1)).ignoreExceptions().until(() -> {
                    context.getBean(StringRedisTemplate.class)
                            .convertAndSend(Revocations.CHANNEL, "session-ended " + session);
                    return find(cache, true).isEmpty();
                });
            });
        }
    }

    @Test
    void serviceStartsWithoutRedisAndSubscribesLater() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            redis.stop();
            process(redis).run(context -> {
                assertThat(context).hasNotFailed();
                IdentityCache<String> cache =
                        context.getBean(IdentityCaches.class).create("identity");
                assertThat(find(cache, true)).contains("a member");

                redis.restart();

                await().atMost(Duration.ofMinutes(1))
                        .until(() -> find(cache, false).isEmpty());
            });
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "haru.identity.time-to-live=10001ms",
                "haru.identity.time-to-live=0s",
                "haru.identity.unknown-time-to-live=11s",
                "haru.identity.jitter-percent=51",
                "haru.identity.stale-if-error=61s",
                "haru.identity.refresh-after=11s"
            })
    void propertyOutOfBoundsIsRefused(String property) {
        process(EmbeddedRedis.shared())
                .withPropertyValues(property)
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void staleEntryIsNotUsedWithoutRedis() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            process(redis).run(context -> {
                IdentityCache<String> cache = listening(context);
                assertThat(find(cache, true)).contains("a member");
                clock.advance(Duration.ofSeconds(20));
                assertThat(duringAnOutage(cache)).contains("a member");

                redis.stop();

                await().atMost(Duration.ofMinutes(1))
                        .ignoreExceptions()
                        .untilAsserted(() -> assertThatExceptionOfType(IdentityUnavailable.class)
                                .isThrownBy(() -> duringAnOutage(cache)));
                redis.restart();
                await().atMost(Duration.ofMinutes(1)).until(context.getBean(Tombstones.class)::isListening);
                assertThatExceptionOfType(IdentityUnavailable.class)
                        .as("revocations may have been missed")
                        .isThrownBy(() -> duringAnOutage(cache));
            });
        }
    }

    @Test
    void lossOfAnotherSubscriptionKeepsStaleEntries() {
        process(EmbeddedRedis.shared()).run(context -> {
            IdentityCache<String> cache = listening(context);
            assertThat(find(cache, true)).contains("a member");
            clock.advance(Duration.ofSeconds(20));
            AtomicInteger subscribed = new AtomicInteger();
            RedisConnectionFactory connections = context.getBean(RedisConnectionFactory.class);
            ChannelSubscription other = new ChannelSubscription(connections, "other", new Subscriber(subscribed));
            other.start();
            await().until(() -> subscribed.get() == 1);

            try (RedisConnection killer = connections.getConnection()) {
                killer.serverCommands().killClient("127.0.0.1", portOfTheLastSubscriber(killer));
            }
            await().until(() -> subscribed.get() == 2);

            assertThat(duringAnOutage(cache)).contains("a member");
            other.stop();
        });
    }

    /** The port of the client that subscribed last. */
    private static int portOfTheLastSubscriber(RedisConnection connection) {
        return connection.serverCommands().getClientList().stream()
                .filter(client -> !"0".equals(client.get("sub")))
                .max(Comparator.comparingLong(client -> Long.parseLong(client.get("id"))))
                .map(client -> URI.create("redis://" + client.getAddressPort()).getPort())
                .orElseThrow();
    }

    private record Subscriber(AtomicInteger subscribed) implements ChannelListener {

        @Override
        public void onMessage(Message message, byte @Nullable [] pattern) {}

        @Override
        public void onSubscribed() {
            subscribed.incrementAndGet();
        }
    }

    private static Optional<String> duringAnOutage(IdentityCache<String> cache) {
        return cache.find(TOKEN, Freshness.CACHED, _ -> {
                    throw IdentityUnavailable.because(new IllegalStateException("refused"));
                })
                .map(CachedIdentity::value);
    }

    private Optional<String> find(IdentityCache<String> cache, boolean known) {
        return cache.find(
                        TOKEN,
                        Freshness.CACHED,
                        _ -> known
                                ? Optional.of(new CachedIdentity<>(
                                        "a member",
                                        account,
                                        session,
                                        clock.instant().plusSeconds(3600),
                                        Duration.ZERO))
                                : Optional.empty())
                .map(CachedIdentity::value);
    }

    /** The cache of a process that has subscribed. Its later subscription would make the entries stale once more. */
    private static IdentityCache<String> listening(ApplicationContext context) {
        await().until(context.getBean(Tombstones.class)::isListening);
        return context.getBean(IdentityCaches.class).create("identity");
    }

    private ApplicationContextRunner process(EmbeddedRedis redis) {
        return new ApplicationContextRunner()
                .withConfiguration(
                        AutoConfigurations.of(IdentityAutoConfiguration.class, DataRedisAutoConfiguration.class))
                .withBean(Clock.class, () -> clock)
                .withBean(com.github.benmanes.caffeine.cache.Ticker.class, () -> clock::nanos)
                .withPropertyValues("spring.data.redis.url=" + redis.url(), "spring.data.redis.connect-timeout=60s");
    }
}

package dev.haru.schedule.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.haru.platform.test.EmbeddedRedis;
import dev.haru.schedule.calendar.CalendarChanged;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** How processes publish calendar changes to each other, and what they do without messages. */
class CalendarChangesTests {

    private static final Duration NO_HEARTBEAT = Duration.ofHours(1);
    private static final Duration SHORT_INTERVAL = Duration.ofMillis(50);

    /** A server of its own, so that the test knows all subscribers; it ends with the JVM. */
    private static final EmbeddedRedis REDIS = EmbeddedRedis.start();

    private final UUID member = UUID.randomUUID();
    private final List<Replica> processes = new ArrayList<>();

    @AfterEach
    void stop() {
        processes.forEach(Replica::stop);
    }

    @Test
    void changeIsReceivedOnceByEveryOtherProcess() {
        Replica one = subscribed(REDIS, NO_HEARTBEAT);
        Replica other = subscribed(REDIS, NO_HEARTBEAT);
        // Waits for the messages that each process publishes at its start.
        await().until(() ->
                publishChange(one) && other.count("received") > 0 && publishChange(other) && one.count("received") > 0);
        long known = other.versions.of(member);

        one.changes.on(new CalendarChanged(member));

        long own = one.versions.of(member);
        await().until(() -> other.versions.of(member) != known);
        await().until(() -> other.count("received") == one.count("published"));
        assertThat(one.versions.of(member)).as("its own message").isEqualTo(own);
    }

    @Test
    void withoutRedisVersionsExpireSoon() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            Replica one = subscribed(redis, SHORT_INTERVAL);
            Replica other = subscribed(redis, SHORT_INTERVAL);
            redis.stop();
            long known = one.versions.of(member);

            await().until(() -> one.versions.of(member) != known);
            one.changes.on(new CalendarChanged(member));
            await().until(() -> one.count("lost") > 0);

            redis.restart();
            double received = other.count("received");
            await().until(() -> publishChange(one) && other.count("received") > received);
        }
    }

    @Test
    void processStartedWithoutRedisSubscribesLater() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            redis.stop();
            Replica one = process(redis, SHORT_INTERVAL);
            Replica other = process(redis, SHORT_INTERVAL);

            redis.restart();

            await().until(() -> publishChange(one) && other.count("received") > 0);
        }
    }

    @Test
    void restartInvalidatesAllVersionsAndSubscribesAgain() {
        Replica one = subscribed(REDIS, NO_HEARTBEAT);
        Replica other = subscribed(REDIS, NO_HEARTBEAT);
        long known = other.versions.of(member);

        other.changes.stop();
        other.changes.start();

        assertThat(other.versions.of(member)).isNotEqualTo(known);
        await().until(() -> publishChange(one) && other.count("received") > 0);
    }

    @Test
    void failedPublicationIsFollowedByAllChanged() {
        List<String> published = new CopyOnWriteArrayList<>();
        AtomicBoolean unavailable = new AtomicBoolean();
        StringRedisTemplate redis = mock(StringRedisTemplate.class);
        when(redis.convertAndSend(eq(CalendarChanges.CHANNEL), anyString())).then(call -> {
            if (unavailable.get()) {
                throw new RedisConnectionFailureException("unavailable");
            }
            published.add(call.getArgument(1));
            return 1L;
        });
        Replica one = new Replica(mock(RedisConnectionFactory.class), redis, SHORT_INTERVAL);
        processes.add(one);
        await().until(() -> published.stream().anyMatch(message -> message.endsWith(ChangeMessage.HEARTBEAT)));
        assertThat(published.getFirst())
                .as("on behalf of an earlier process that crashed")
                .endsWith(ChangeMessage.ALL_CHANGED);

        unavailable.set(true);
        one.changes.on(new CalendarChanged(member));
        await().until(() -> one.count("lost") == 1);
        published.clear();
        unavailable.set(false);

        await().until(() -> published.stream().anyMatch(message -> message.endsWith(ChangeMessage.ALL_CHANGED)));
    }

    private static boolean publishChange(Replica process) {
        process.changes.on(new CalendarChanged(UUID.randomUUID()));
        return true;
    }

    private Replica subscribed(EmbeddedRedis redis, Duration interval) {
        Replica process = process(redis, interval);
        await().ignoreExceptions()
                .until(() -> process.redis.convertAndSend(CalendarChanges.CHANNEL, "another-process beat")
                        == processes.size());
        return process;
    }

    private Replica process(EmbeddedRedis redis, Duration interval) {
        LettuceConnectionFactory connections = redis.connect(Duration.ofMinutes(1));
        Replica process = new Replica(connections, new StringRedisTemplate(connections), interval);
        processes.add(process);
        return process;
    }

    /** The parts of a process that publish and receive changes. */
    private static final class Replica {
        private final RedisConnectionFactory connections;
        private final StringRedisTemplate redis;
        private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
        private final CalendarVersions versions = new CalendarVersions(ReportCacheTests.properties(100));
        private final CalendarChanges changes;

        Replica(RedisConnectionFactory connections, StringRedisTemplate redis, Duration interval) {
            this.connections = connections;
            this.redis = redis;
            this.changes = new CalendarChanges(versions, connections, redis, meters, interval);
            changes.start();
        }

        double count(String outcome) {
            return meters.get("haru.reports.calendar.changes")
                    .tag("outcome", outcome)
                    .counter()
                    .count();
        }

        void stop() {
            changes.stop();
            if (connections instanceof LettuceConnectionFactory lettuce) {
                lettuce.destroy();
            }
        }
    }
}

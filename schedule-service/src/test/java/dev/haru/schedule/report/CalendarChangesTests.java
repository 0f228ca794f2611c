package dev.haru.schedule.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import dev.haru.platform.test.EmbeddedRedis;
import dev.haru.schedule.calendar.CalendarChanged;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.DefaultMessage;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;

/** How processes tell each other that a calendar has changed, and what they make of silence. */
class CalendarChangesTests {

    private static final Duration NEVER = Duration.ofHours(1);
    private static final Duration OFTEN = Duration.ofMillis(50);

    /** Of its own, so that all who listen are known; ends with the JVM. */
    private static final EmbeddedRedis REDIS = EmbeddedRedis.start();

    private final UUID member = UUID.randomUUID();
    private final List<Replica> processes = new ArrayList<>();

    @AfterEach
    void stop() {
        processes.forEach(Replica::stop);
    }

    @Test
    void aChangeIsHeardByEveryProcessOnce() {
        Replica one = listening(REDIS, NEVER);
        Replica other = listening(REDIS, NEVER);
        // What a process says as it starts.
        await().until(() -> change(one) && other.count("heard") > 0 && change(other) && one.count("heard") > 0);
        long known = other.versions.of(member);

        one.changes.on(new CalendarChanged(member));

        long own = one.versions.of(member);
        await().until(() -> other.versions.of(member) != known);
        await().until(() -> other.count("heard") == one.count("told"));
        assertThat(one.versions.of(member)).as("its own message").isEqualTo(own);
    }

    @Test
    void withoutRedisNothingIsTakenForGrantedForLong() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            Replica one = listening(redis, OFTEN);
            Replica other = listening(redis, OFTEN);
            redis.stop();
            long known = one.versions.of(member);

            await().until(() -> one.versions.of(member) != known);
            one.changes.on(new CalendarChanged(member));
            await().until(() -> one.count("lost") > 0);

            redis.restart();
            double heard = other.count("heard");
            await().until(() -> change(one) && other.count("heard") > heard);
        }
    }

    @Test
    void withoutRedisAProcessStartsAndListensOnceItIsThere() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            redis.stop();
            Replica one = process(redis, OFTEN);
            Replica other = process(redis, OFTEN);

            redis.restart();

            await().until(() -> change(one) && other.count("heard") > 0);
        }
    }

    @Test
    void whoWasStoppedListensAgainAndTakesNothingForGranted() {
        Replica one = listening(REDIS, NEVER);
        Replica other = listening(REDIS, NEVER);
        long known = other.versions.of(member);

        other.changes.stop();
        other.changes.start();

        assertThat(other.versions.of(member)).isNotEqualTo(known);
        await().until(() -> change(one) && other.count("heard") > 0);
    }

    @Test
    void whatCouldNotBeToldIsMadeUpFor() {
        List<String> told = Collections.synchronizedList(new ArrayList<>());
        AtomicBoolean away = new AtomicBoolean();
        StringRedisTemplate redis = mock(StringRedisTemplate.class);
        when(redis.convertAndSend(eq(CalendarChanges.CHANNEL), anyString())).then(call -> {
            if (away.get()) {
                throw new RedisConnectionFailureException("away");
            }
            told.add(call.getArgument(1));
            return 1L;
        });
        Replica one = new Replica(mock(RedisConnectionFactory.class), redis, OFTEN);
        processes.add(one);
        await().until(() -> told.stream().anyMatch(message -> message.endsWith(CalendarChanges.BEAT)));
        assertThat(told.getFirst()).as("for one that crashed before").endsWith(CalendarChanges.EVERYTHING);

        away.set(true);
        one.changes.on(new CalendarChanged(member));
        await().until(() -> one.count("lost") == 1);
        told.clear();
        away.set(false);

        await().until(() -> told.stream().anyMatch(message -> message.endsWith(CalendarChanges.EVERYTHING)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"somebody everything", "somebody of-a-later-version"})
    void whatSaysNoMembersNameIsAboutAll(String message) {
        Replica one = listening(REDIS, NEVER);
        long known = one.versions.of(member);

        one.changes.onMessage(
                new DefaultMessage(
                        CalendarChanges.CHANNEL.getBytes(StandardCharsets.UTF_8),
                        message.getBytes(StandardCharsets.UTF_8)),
                null);

        assertThat(one.versions.of(member)).isNotEqualTo(known);
    }

    private static boolean change(Replica process) {
        process.changes.on(new CalendarChanged(UUID.randomUUID()));
        return true;
    }

    private Replica listening(EmbeddedRedis redis, Duration interval) {
        Replica process = process(redis, interval);
        await().ignoreExceptions()
                .until(() ->
                        process.redis.convertAndSend(CalendarChanges.CHANNEL, "somebody beat") == processes.size());
        return process;
    }

    private Replica process(EmbeddedRedis redis, Duration interval) {
        LettuceConnectionFactory connections = new LettuceConnectionFactory(
                new RedisStandaloneConfiguration(
                        "127.0.0.1", URI.create(redis.url()).getPort()),
                LettuceClientConfiguration.builder()
                        .commandTimeout(Duration.ofSeconds(2))
                        .clientOptions(ClientOptions.builder()
                                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                                .build())
                        .build());
        connections.afterPropertiesSet();
        connections.start();
        Replica process = new Replica(connections, new StringRedisTemplate(connections), interval);
        processes.add(process);
        return process;
    }

    /** A process, as far as it tells and hears. */
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

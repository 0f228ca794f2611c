package dev.haru.schedule.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.DefaultMessage;

class CalendarChangeListenerTests {

    private static final String OWN_ID = "this-process";

    private final UUID member = UUID.randomUUID();
    private final CalendarVersions versions = new CalendarVersions(ReportCacheTests.properties(100));
    private final Counter received = new SimpleMeterRegistry().counter("received");
    private final CalendarChangeListener listener = new CalendarChangeListener(OWN_ID, versions, received);
    private final long known = versions.of(member);

    @Test
    void memberOfAnotherProcessIsInvalidated() {
        receive("another-process " + UUID.randomUUID() + " " + member);

        assertThat(versions.of(member)).isNotEqualTo(known);
        assertThat(received.count()).isEqualTo(2);
    }

    @Test
    void ownMessageChangesNoVersion() {
        receive(OWN_ID + " " + member);

        assertThat(versions.of(member)).isEqualTo(known);
        assertThat(received.count()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"everything", "of-a-later-version"})
    void messageWithoutMemberIdInvalidatesAllVersions(String part) {
        receive("another-process " + part);

        assertThat(versions.of(member)).isNotEqualTo(known);
    }

    @Test
    void everyMessageCountsAsHeartbeatOnce() {
        listener.takeMessageReceived();
        receive(OWN_ID + " " + ChangeMessage.HEARTBEAT);

        assertThat(listener.takeMessageReceived()).isTrue();
        assertThat(listener.takeMessageReceived()).isFalse();
        assertThat(versions.of(member)).isEqualTo(known);
    }

    private void receive(String message) {
        listener.onMessage(
                new DefaultMessage(
                        CalendarChanges.CHANNEL.getBytes(StandardCharsets.UTF_8),
                        message.getBytes(StandardCharsets.UTF_8)),
                null);
    }
}

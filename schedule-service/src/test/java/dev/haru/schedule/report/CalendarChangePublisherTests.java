package dev.haru.schedule.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.anyString;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.core.StringRedisTemplate;

class CalendarChangePublisherTests {

    private static final String PROCESS = "this-process";
    private static final String HEARTBEAT = PROCESS + " " + ChangeMessage.HEARTBEAT;
    private static final String ALL_CHANGED = PROCESS + " " + ChangeMessage.ALL_CHANGED;

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Counter published = meters.counter("published");
    private final Counter failed = meters.counter("failed");
    private final StringRedisTemplate redis = mock(StringRedisTemplate.class);
    private final List<String> messages = new ArrayList<>();
    private final CalendarChangePublisher publisher = new CalendarChangePublisher(PROCESS, redis, published, failed);
    private boolean unavailable;

    @BeforeEach
    void recordMessages() {
        when(redis.convertAndSend(eq(CalendarChanges.CHANNEL), anyString())).then(call -> {
            if (unavailable) {
                throw new RedisConnectionFailureException("unavailable");
            }
            messages.add(call.getArgument(1));
            return 1L;
        });
    }

    @Test
    void firstHeartbeatReportsThatAllCalendarsHaveChanged() {
        publisher.publishHeartbeat();
        publisher.publishHeartbeat();

        assertThat(messages).containsExactly(ALL_CHANGED, HEARTBEAT);
    }

    @Test
    void queuedChangesShareAMessage() throws InterruptedException {
        UUID one = UUID.randomUUID();
        UUID other = UUID.randomUUID();
        publisher.add(one);
        publisher.add(other);

        publisher.publishNext(0);
        publisher.publishNext(0);

        assertThat(messages).containsExactly(PROCESS + " " + one + " " + other);
        assertThat(published.count()).isEqualTo(2);
    }

    @Test
    void failedChangeIsFollowedByAllChanged() throws InterruptedException {
        publisher.publishHeartbeat();
        publisher.add(UUID.randomUUID());
        unavailable = true;
        publisher.publishNext(0);
        publisher.publishHeartbeat();
        unavailable = false;
        messages.clear();

        publisher.publishHeartbeat();
        publisher.publishHeartbeat();

        assertThat(messages).containsExactly(ALL_CHANGED, HEARTBEAT);
        assertThat(failed.count()).isEqualTo(1);
    }

    @Test
    void changeBeyondTheQueueIsFollowedByAllChanged() {
        publisher.publishHeartbeat();
        messages.clear();
        while (failed.count() == 0) {
            publisher.add(UUID.randomUUID());
        }

        publisher.publishHeartbeat();

        assertThat(messages).containsExactly(ALL_CHANGED);
    }

    @Test
    void endPublishesQueuedChangesAndThenAllChanged() {
        UUID member = UUID.randomUUID();
        publisher.add(member);

        publisher.publishRest();

        assertThat(messages).containsExactly(PROCESS + " " + member, ALL_CHANGED);
    }
}

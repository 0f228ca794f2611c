package dev.haru.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.route.ConnectionQueue.Place;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;

class ConnectionQueueTests {

    private static final Duration DEADLINE = Duration.ofHours(1);
    private static final int MAX_REQUESTS = 4;

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final WaitLimit limit = new WaitLimit("schedule-service", MAX_REQUESTS, 100);
    private final ConnectionQueue queue = new ConnectionQueue(channel.eventLoop(), 1, limit);
    private final List<String> events = new ArrayList<>();
    private final Place first = queue.place();

    @BeforeEach
    void takeTheConnection() {
        assertThat(first.takeConnection()).isTrue();
    }

    @Test
    void freedConnectionIsTakenByTheLongestWaitingRequest() {
        Place second = waiting("second");
        waiting("third");

        first.leave();
        runTasks();
        assertThat(events).containsExactly("second");

        second.leave();
        runTasks();
        assertThat(events).containsExactly("second", "third");
    }

    @Test
    void connectionWithoutWaitingRequestIsFree() {
        first.leave();

        assertThat(queue.place().takeConnection()).isTrue();
        assertThat(queue.place().takeConnection()).isFalse();
    }

    @Test
    void secondLeaveFreesNoOtherConnection() {
        first.leave();
        first.leave();

        assertThat(queue.place().takeConnection()).isTrue();
        assertThat(queue.place().takeConnection()).isFalse();
    }

    @Test
    void requestOfADisconnectedClientIsSkipped() {
        Place second = queue.place();
        Disposable client = subscribe("second", second, 1, DEADLINE);
        waiting("third");

        client.dispose();
        assertThat(limit.waiting()).isOne();
        first.leave();
        runTasks();

        assertThat(events).containsExactly("third");
    }

    @Test
    void clientThatDisconnectsWithItsConnectionFreesIt() {
        Place second = queue.place();
        Disposable client = subscribe("second", second, 1, DEADLINE);
        waiting("third");

        first.leave();
        client.dispose(); // before the event loop starts the call
        runTasks();

        assertThat(events).containsExactly("third");
    }

    @Test
    void requestIsRefusedAtItsDeadline() {
        subscribe("second", queue.place(), 1, Duration.ZERO);
        waiting("third");

        runTasks();

        assertThat(events).containsExactly("second refused");
        assertThat(limit.waiting()).isOne();
        first.leave();
        runTasks();
        assertThat(events).containsExactly("second refused", "third");
    }

    @Test
    void requestsBeyondTheMaximumAreRefused() {
        waiting("second");
        waiting("third");
        waiting("fourth");

        waiting("fifth");

        assertThat(events).containsExactly("fifth refused");
        assertThat(limit.waiting()).isEqualTo(MAX_REQUESTS - 1);
    }

    @Test
    void requestsOfOtherEventLoopsCountForTheMaximum() {
        first.leave();
        for (int i = 0; i < MAX_REQUESTS; i++) {
            limit.enter();
        }

        waiting("second");

        assertThat(events).containsExactly("second refused");
    }

    @Test
    void requestsBeyondTheSizeAreRefused() {
        subscribe("second", queue.place(), 60, DEADLINE);
        subscribe("third", queue.place(), 60, DEADLINE);
        subscribe("fourth", queue.place(), 40, DEADLINE);

        assertThat(events).containsExactly("third refused");
    }

    @Test
    void placesThatEndAreNotCounted() {
        Place second = waiting("second");
        first.leave();
        runTasks();
        second.leave();

        for (int i = 0; i < 2 * MAX_REQUESTS; i++) {
            Place next = queue.place();
            assertThat(next.takeConnection()).isTrue();
            Place waiting = waiting("waiting");
            next.leave();
            runTasks();
            waiting.leave();
        }
        assertThat(events).doesNotContain("waiting refused");
    }

    private Place waiting(String name) {
        Place place = queue.place();
        subscribe(name, place, 1, DEADLINE);
        return place;
    }

    private Disposable subscribe(String name, Place place, long size, Duration remaining) {
        return place.connection(size, remaining)
                .doOnCancel(place::leave)
                .subscribe(_ -> {}, _ -> events.add(name + " refused"), () -> events.add(name));
    }

    private void runTasks() {
        channel.advanceTimeBy(1, TimeUnit.NANOSECONDS);
        channel.runPendingTasks();
    }
}

package dev.haru.auth.password;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class FairQueueTests {

    private static final int BOUND = 6;

    private final FairQueue<String, String> queue = new FairQueue<>();

    @Test
    void flowsAreServedInTurnAndEachInOrder() {
        offered("a1", "a2", "a3", "b1", "b2", "c1");

        assertThat(drained()).containsExactly("a1", "b1", "c1", "a2", "b2", "a3");
    }

    @Test
    void newFlowIsServedWithinOneRound() {
        offered("a1", "a2", "a3", "b1", "b2");
        assertThat(queue.poll()).isEqualTo("a1");
        offered("c1");

        assertThat(drained()).containsExactly("b1", "a2", "c1", "b2", "a3");
    }

    @Test
    void emptyQueueReturnsNoEntry() {
        offered("a1");
        assertThat(queue.poll()).isEqualTo("a1");

        assertThat(queue.poll()).isNull();
        assertThat(queue.size()).isZero();
    }

    @Nested
    class WhenFull {

        @Test
        void entryOfTheLongestFlowIsRejected() {
            offered("a1", "a2", "a3", "a4", "b1", "b2");

            assertThat(offer("a5")).isEqualTo("a5");
            assertThat(queue.size()).isEqualTo(BOUND);
        }

        @Test
        void shorterFlowDisplacesTheNewestOfTheLongest() {
            offered("a1", "a2", "a3", "a4", "b1", "b2");

            assertThat(offer("c1")).isEqualTo("a4");
            assertThat(offer("c2")).isEqualTo("a3");
            assertThat(queue.size()).isEqualTo(BOUND);
            assertThat(drained()).containsExactly("a1", "b1", "c1", "a2", "b2", "c2");
        }

        @Test
        void equalFlowsDoNotDisplaceEachOther() {
            offered("a1", "a2", "a3", "b1", "b2", "b3");

            assertThat(offer("b4")).isEqualTo("b4");
            assertThat(offer("a4")).isEqualTo("a4");
        }

        @Test
        void newFlowIsRejectedWhenEachFlowHasOneEntry() {
            offered("a1", "b1", "c1", "d1", "e1", "f1");

            assertThat(offer("g1")).isEqualTo("g1");
        }

        @Test
        void placesOfAFlowAreTheEntriesItMayDisplace() {
            offered("a1", "a2", "a3", "a4", "a5", "b1");

            assertThat(queue.placesFor("a", BOUND)).isZero();
            assertThat(queue.placesFor("b", BOUND)).isEqualTo(2);
            assertThat(queue.placesFor("c", BOUND)).isEqualTo(2);
            assertThat(Stream.of("c1", "c2", "c3").map(FairQueueTests.this::offer))
                    .containsExactly("a5", "a4", "c3");
        }
    }

    @Test
    void placesOfEachFlowAreTheFreePlaces() {
        offered("a1", "a2");

        assertThat(queue.placesFor("a", BOUND)).isEqualTo(4);
        assertThat(queue.placesFor("b", BOUND)).isEqualTo(4);
    }

    @Test
    void lowerBoundKeepsWaitingEntries() {
        offered("a1", "a2", "a3");

        assertThat(queue.placesFor("a", 1)).isZero();
        assertThat(queue.offer("a", "a4", 1)).isEqualTo("a4");
        assertThat(drained()).containsExactly("a1", "a2", "a3");
    }

    private void offered(String... entries) {
        for (String entry : entries) {
            assertThat(offer(entry)).as("rejected entry").isNull();
        }
    }

    private @Nullable String offer(String entry) {
        return queue.offer(entry.substring(0, 1), entry, BOUND);
    }

    private List<String> drained() {
        List<String> entries = new ArrayList<>();
        while (queue.size() > 0) {
            entries.add(Objects.requireNonNull(queue.poll()));
        }
        return entries;
    }
}

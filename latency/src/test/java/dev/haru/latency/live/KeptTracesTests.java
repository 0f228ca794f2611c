package dev.haru.latency.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceFixture;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeptTracesTests {

    private static final long MEGABYTE = 1 << 20;
    private static final Instant LATER =
            Instant.EPOCH.plusNanos(TraceFixture.BEGIN).plusSeconds(3600);

    private final KeptTraces kept = new KeptTraces(3, 16 * MEGABYTE);

    @Test
    void oldestTracesLeave() {
        for (long number : List.of(3, 5, 1, 4, 2)) {
            add(kept, HaruTraces.create(number));
        }

        assertThat(starts(kept)).containsExactly(3L, 4L, 5L);
        assertThat(kept.leftUntil() - HaruTraces.create(2).spans().getFirst().start())
                .isBetween(0L, 30_000_000L);
    }

    @Test
    void tracesLeaveWhenTheirSizeIsTooLarge() {
        KeptTraces small = new KeptTraces(1_000_000, MEGABYTE);
        for (int number = 0; number < 2_000; number++) {
            add(small, HaruTraces.create(number));
        }

        assertThat(small.bytes()).isLessThanOrEqualTo(MEGABYTE);
        assertThat(starts(small)).hasSizeBetween(50, 1_000).endsWith(1_999L);
    }

    @Test
    void textsThatNoOtherSpanHasCountForTheSize() {
        KeptTraces small = new KeptTraces(1_000_000, MEGABYTE);
        for (int number = 0; number < 1_000; number++) {
            String statement = "select %d %s".formatted(number, "x".repeat(4_000));
            add(
                    small,
                    HaruTraces.of(
                            number,
                            trace -> trace.server("gateway", "GET /", 0, 9).sql(statement, 1, 2)));
        }

        assertThat(starts(small)).hasSizeLessThan(260);
    }

    @Test
    void oneTraceIsKeptWhateverItsSize() {
        KeptTraces small = new KeptTraces(10, 1_000);
        add(small, HaruTraces.create(1));

        assertThat(starts(small)).containsExactly(1L);
    }

    @Test
    void furtherSpansOfALargeTraceAreIgnored() {
        add(kept, HaruTraces.large(100_010));

        assertThat(kept.snapshot()
                        .trace(HaruTraces.create(0).id())
                        .orElseThrow()
                        .spans())
                .hasSize(100_000);
        assertThat(kept.snapshot().requests(HaruTraces.CREATE, Window.ALL))
                .extracting(KeptRequest::duration)
                .containsExactly(100_010_000_000L);
    }

    @Test
    void lateSpansChangeTheRequest() {
        addWithoutGateway(kept, HaruTraces.create(1));
        assertThat(kept.snapshot().requests(HaruTraces.CREATE, Window.ALL))
                .extracting(KeptRequest::entryService)
                .containsExactly("schedule-service");

        add(kept, HaruTraces.create(1));

        assertThat(kept.snapshot().requests(HaruTraces.CREATE, Window.ALL))
                .extracting(KeptRequest::entryService, KeptRequest::duration)
                .containsExactly(tuple("gateway", 30_000_000L));
    }

    @Test
    void repeatedSpansCountOnce() {
        add(kept, HaruTraces.create(1));
        long bytes = kept.bytes();
        add(kept, HaruTraces.create(1));

        assertThat(kept.bytes()).isEqualTo(bytes);
        assertThat(kept.snapshot()
                        .trace(HaruTraces.create(1).id())
                        .orElseThrow()
                        .spans())
                .hasSameSizeAs(HaruTraces.create(1).spans());
    }

    @Test
    void requestOfACalledServiceAloneIsLeftOut() {
        add(kept, HaruTraces.create(1));
        add(kept, HaruTraces.create(2));
        addWithoutGateway(kept, HaruTraces.create(3));

        assertThat(starts(kept)).containsExactly(1L, 2L);
    }

    @Test
    void traceAppearsWhenItsSpansHaveArrived() {
        Instant during = Instant.EPOCH.plusNanos(TraceFixture.BEGIN);
        Trace trace = HaruTraces.create(0);
        trace.spans().forEach(span -> kept.add(span, during));

        assertThat(kept.settle(during.plusSeconds(1))).isFalse();
        assertThat(kept.snapshot().routes(Window.ALL)).isEmpty();
        assertThat(kept.settle(during.plusSeconds(6))).isTrue();
        assertThat(kept.snapshot().routes(Window.ALL)).hasSize(1);
    }

    @Test
    void traceOfAFastClockAppears() {
        Instant early = Instant.EPOCH.plusNanos(TraceFixture.BEGIN).minusSeconds(86_400);
        HaruTraces.create(0).spans().forEach(span -> kept.add(span, early));

        assertThat(kept.settle(early.plusSeconds(6))).isTrue();
    }

    @Test
    void equalTextsAreKeptOnce() {
        SharedValues shared = new SharedValues(100);
        Map<String, String> first = Map.of("a", "b");

        assertThat(shared.of(first, _ -> 60)).isSameAs(first);
        assertThat(shared.of(Map.copyOf(new HashMap<>(first)), _ -> 60)).isSameAs(first);
        shared.of("full", _ -> 60);
        Map<String, String> again = Map.copyOf(new HashMap<>(first));
        assertThat(shared.of(again, _ -> 60)).isSameAs(again);
    }

    private static void addWithoutGateway(KeptTraces kept, Trace trace) {
        trace.spans().stream().filter(span -> !span.service().equals("gateway")).forEach(span -> kept.add(span, LATER));
        kept.settle(LATER);
    }

    private static void add(KeptTraces kept, Trace trace) {
        trace.spans().forEach(span -> kept.add(span, LATER));
        kept.settle(LATER);
    }

    /** The numbers of the traces that have a request, by their start in seconds. */
    private static List<Long> starts(KeptTraces kept) {
        return kept.snapshot().requests(Window.ALL).stream()
                .map(request -> (request.start() - TraceFixture.BEGIN) / 1_000_000_000)
                .sorted()
                .toList();
    }
}

package dev.haru.latency.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.trace.TraceFixture.Ref;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TraceTreeTests {

    private final TraceFixture trace = TraceFixture.trace();

    @Test
    void missingParentGivesTwoTreesAndAnOrphan() {
        trace.server("a", "GET /", 0, 100);
        trace.orphan("b", "GET /b", 10, 20);

        TraceTree tree = trace.tree();

        assertThat(tree.roots()).hasSize(2);
        assertThat(tree.orphans()).extracting(node -> node.span().name()).containsExactly("GET /b");
    }

    @Test
    void duplicateSpanCountsOnce() {
        trace.server("a", "GET /", 0, 100).own("b", 10, 20);
        List<Span> twice = new ArrayList<>(trace.build().spans());
        twice.addAll(trace.build().spans());

        assertThat(TraceTree.of(new Trace(trace.build().id(), twice)).nodes()).hasSize(2);
    }

    @Test
    void rootThatNamesItselfAsParentIsNoOrphan() {
        trace.server("a", "GET /", 0, 100).own("inner", 10, 20);
        List<Span> spans = new ArrayList<>(trace.build().spans());
        spans.set(0, with(spans.getFirst(), 1, 1));

        TraceTree tree = TraceTree.of(new Trace(trace.build().id(), spans));

        assertThat(tree.nodes()).extracting(node -> node.span().name()).containsExactly("circle", "inner");
        assertThat(tree.orphans()).isEmpty();
        assertThat(tree.cyclic()).isEmpty();
    }

    @Test
    void spansThatAreEachOthersParentsAreLeftOut() {
        trace.server("a", "GET /", 0, 100);
        Span span = trace.build().spans().getFirst();
        List<Span> circle = List.of(with(span, 1, 2), with(span, 2, 1), with(span, 3, 2), with(span, 4, 0));

        TraceTree tree = TraceTree.of(new Trace(trace.build().id(), circle));

        assertThat(tree.nodes()).extracting(node -> node.span().id()).containsExactly(4L);
        assertThat(tree.cyclic()).extracting(Span::id).containsExactly(1L, 2L, 3L);
    }

    @Test
    void serverWithClockAheadIsCentredInItsCall() {
        trace.clockAhead("b", 5000);
        Ref call = trace.server("a", "GET /", 0, 100).call("call", 10, 90);
        call.at("b", "GET /b", 20, 80).own("inner", 30, 40);

        Node server = trace.node("GET /b");
        Node inner = trace.node("inner");

        assertThat(server.shift()).isEqualTo(-5_000_000_000L);
        assertThat(inner.start() - server.start()).isEqualTo(10_000_000L);
        assertThat(server.start() - trace.node("call").start()).isEqualTo(10_000_000L);
    }

    @Test
    void serverWithClockBehindIsCentredInItsCall() {
        trace.clockAhead("b", -15);
        trace.server("a", "GET /", 0, 100).call("call", 10, 90).at("b", "GET /b", 20, 80);

        assertThat(trace.node("GET /b").shift()).isEqualTo(15_000_000L);
    }

    @Test
    void callOfASkewedHostIsComparedWithCorrectedTime() {
        trace.clockAhead("b", 5000).clockAhead("c", -3000);
        Ref there = trace.server("a", "GET /", 0, 100).call("call", 10, 90).at("b", "GET /b", 20, 80);
        there.call("call c", 30, 70).at("c", "GET /c", 40, 60);

        assertThat(trace.node("GET /c").shift()).isEqualTo(3_000_000_000L);
    }

    @Test
    void serverThatEndsSlightlyLateIsNotMoved() {
        trace.server("a", "GET /", 0, 100).call("call", 10, 90).at("b", "GET /b", 20, 90.9);

        assertThat(trace.node("GET /b").shift()).isZero();
    }

    @Test
    void serverThatOutlivesAFailedCallIsNotMoved() {
        Ref call = trace.server("a", "GET /", 0, 100).call("call", 10, 90).failed();
        call.at("b", "GET /b", 60, 130);

        assertThat(trace.node("GET /b").shift()).isZero();
    }

    @Test
    void laterConsumerIsNotMoved() {
        trace.server("a", "GET /", 0, 100).consumer("b", "delivery", 95, 120);

        assertThat(trace.node("delivery").shift()).isZero();
    }

    private static Span with(Span span, long id, long parent) {
        return new Span(
                span.traceId(),
                id,
                parent,
                "a",
                "a",
                "test",
                "circle",
                SpanKind.INTERNAL,
                span.start(),
                span.end(),
                false,
                Map.of());
    }
}

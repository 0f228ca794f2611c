package dev.haru.latency.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.haru.latency.component.Attribution;
import dev.haru.latency.component.Breakdown;
import dev.haru.latency.component.Component;
import dev.haru.latency.component.Components;
import dev.haru.latency.component.HopBaselines;
import dev.haru.latency.path.Waits;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.TraceFixture;
import dev.haru.latency.trace.TraceFixture.Ref;
import dev.haru.latency.trace.TraceTree;
import dev.haru.latency.whatif.Retiming.Retimed;
import dev.haru.latency.whatif.WhatIfCases.Case;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RetimingTests {

    private static final long SEED = 20261126;
    private static final int TRACES = 500;

    static Stream<Case> cases() throws IOException {
        return WhatIfCases.all();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void durationIsThatOfTheCase(Case given) {
        Node top = given.tree().roots().getFirst();

        assertThat(retimed(top, given.changes()).predicted() / 1e6).isCloseTo(given.duration(), within(1e-5));
    }

    @Test
    void noChangeGivesTheOldDurationOfAnyTrace() {
        randomRequests().forEach(top -> {
            Retimed same = retimed(top, changes(top, " +0%"));
            assertThat(same.predicted()).isEqualTo(same.before());
        });
    }

    @Test
    void savingIsAtMostTheTimeOnTheCriticalPath() {
        randomRequests().forEach(top -> {
            for (Component component : components(top)) {
                Retimed faster = retimed(top, List.of(Change.of(component + " -20%")));
                Breakdown breakdown = new Attribution(new HopBaselines()).of(top);
                double saved = faster.before() - faster.predicted();
                // An overlap within the jitter counts for both calls here, and once on the critical path.
                double jitter = Waits.JITTER.toNanos();
                assertThat(saved).isBetween(-1.0, 0.2 * breakdown.nanos(component) + jitter);
            }
        });
    }

    @Test
    void delayIsAtMostTheDelayOfAllCalls() {
        randomRequests().forEach(top -> {
            for (Component component : components(top)) {
                Retimed slower = retimed(top, List.of(Change.of(component + " +5ms")));
                long calls = TraceTree.below(top).size();
                assertThat(slower.predicted() - slower.before()).isBetween(0L, calls * 5_000_000L);
            }
        });
    }

    @Test
    void deepAndWideTracesAreRetimed() {
        TraceFixture deep = TraceFixture.trace();
        Ref inner = deep.server("s", "GET /", 0, 100);
        for (int i = 1; i <= 10_000; i++) {
            inner = inner.own("child", i * 0.001, 100 - i * 0.001);
        }
        inner.sql("select 1", 20, 70);
        TraceFixture wide = TraceFixture.trace();
        Ref top = wide.server("s", "GET /", 0, 100);
        for (int i = 0; i < 50_000; i++) {
            top.sql("select 1", i * 0.0001, 90 + i * 0.0001);
        }

        List<Change> change = List.of(Change.of("s sql select 1 +20ms"));
        assertThat(retimed(deep.node("GET /"), change).predicted()).isEqualTo(120_000_000);
        assertThat(retimed(wide.node("GET /"), change).predicted()).isEqualTo(120_000_000);
    }

    private static Retimed retimed(Node top, List<Change> changes) {
        Set<Component> all = components(top);
        return new Retiming(
                        new Attribution(new HopBaselines()),
                        ResolvedChanges.of(changes, all).byComponent())
                .of(top);
    }

    private static List<Change> changes(Node top, String suffix) {
        return components(top).stream()
                .map(component -> Change.of(component + suffix))
                .toList();
    }

    private static Set<Component> components(Node top) {
        return TraceTree.below(top).stream().map(Components::of).collect(Collectors.toSet());
    }

    /** Sequential, parallel, overlapping and late spans of three services. */
    private static Stream<Node> randomRequests() {
        Random random = new Random(SEED);
        return IntStream.range(0, TRACES).mapToObj(number -> {
            TraceFixture trace = TraceFixture.trace(number);
            grow(trace.server("s", "GET /", 0, 100), 0, 100, 0, random);
            return trace.node("GET /");
        });
    }

    private static void grow(Ref parent, double start, double end, int depth, Random random) {
        for (int i = random.nextInt(5); i > 0 && depth < 4; i--) {
            double from = start + random.nextDouble() * (end - start);
            double to = from + random.nextDouble() * (end - from) * (random.nextInt(8) == 0 ? 1.5 : 1);
            int kind = random.nextInt(4);
            if (kind == 0) {
                parent.sql("statement " + random.nextInt(3), from, to);
            } else if (kind == 1) {
                grow(parent.own("step", from, to), from, to, depth + 1, random);
            } else if (kind == 2) {
                parent.consumer("t", "message", from, to).sql("statement 0", from, to);
            } else {
                Ref call = parent.call("GET /next", from, to);
                double begin = from + random.nextDouble() * (to - from) / 4;
                double last = to - random.nextDouble() * (to - from) / 4;
                grow(
                        call.at(random.nextBoolean() ? "t" : "u", "GET /next", begin, last),
                        begin,
                        last,
                        depth + 1,
                        random);
            }
        }
    }
}

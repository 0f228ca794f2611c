package dev.haru.latency.path;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.TraceFixture;
import dev.haru.latency.trace.TraceFixture.Ref;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Traces whose critical path can be computed by hand. */
class CriticalPathTests {

    private final TraceFixture trace = TraceFixture.trace();
    private final Ref top = trace.server("s", "GET /", 0, 100);

    @Test
    void timeOfASpanWithoutChildrenIsItsOwn() {
        assertThat(millis()).containsExactly(Map.entry("GET /", 100.0));
    }

    @Test
    void sequentialChildrenAllCount() {
        top.own("a", 10, 30);
        top.own("b", 40, 90);

        assertThat(millis()).containsExactlyInAnyOrderEntriesOf(Map.of("GET /", 10.0 + 10 + 10, "a", 20.0, "b", 50.0));
    }

    @Test
    void lastToFinishOfParallelChildrenCounts() {
        top.own("short", 10, 40);
        top.own("long", 10, 90);

        assertThat(millis()).isEqualTo(Map.of("GET /", 20.0, "long", 80.0));
    }

    @Test
    void childThatFinishedBeforeTheLastBeganCounts() {
        top.own("first", 0, 30);
        top.own("beside", 5, 60);
        top.own("last", 50, 100);

        assertThat(millis()).isEqualTo(Map.of("first", 30.0, "GET /", 20.0, "last", 50.0));
    }

    @Test
    void grandchildrenCountWithinTheirParent() {
        Ref outer = top.own("outer", 20, 80);
        outer.sql("select 1", 30, 70);

        assertThat(millis()).isEqualTo(Map.of("GET /", 40.0, "outer", 20.0, "statement", 40.0));
    }

    @Test
    void childThatOutlivesItsParentDoesNotCount() {
        top.own("background", 10, 400);

        assertThat(millis()).isEqualTo(Map.of("GET /", 100.0));
    }

    @Test
    void childThatEndsMicrosecondsAfterItsParentCounts() {
        top.own("callback", 20, 100.04);

        assertThat(millis()).isEqualTo(Map.of("GET /", 20.0, "callback", 80.0));
    }

    @Test
    void childThatBeginsAfterItsParentDoesNotCount() {
        top.own("later", 120, 130);

        assertThat(millis()).isEqualTo(Map.of("GET /", 100.0));
    }

    @Test
    void serverCountsUpToTheEndOfItsCaller() {
        top.call("GET /b", 10, 90).at("b", "GET /b", 20, 90.5);

        assertThat(millis("GET /")).isEqualTo(20.0);
        assertThat(serverMillis("b")).isEqualTo(70.0);
    }

    @Test
    void proxyCallThatEndsAfterForwardingCounts() {
        top.call("GET /b", 10, 103).at("b", "GET /b", 20, 99);

        assertThat(millis("GET /")).isEqualTo(10.0);
        assertThat(serverMillis("b")).isEqualTo(79.0);
    }

    @Test
    void serverCountsUpToTheResponseOfTheProxy() {
        top.call("GET /b", 10, 106).at("b", "GET /b", 20, 105);

        assertThat(serverMillis("b")).isEqualTo(80.0);
        assertThat(sum()).isEqualTo(100.0);
    }

    @Test
    void incompleteCallAfterItsCallersEndDoesNotCount() {
        top.call("GET /b", 10, 160).at("b", "GET /b", 20, 150);

        assertThat(millis()).isEqualTo(Map.of("GET /", 100.0));
    }

    @Test
    void abandonedProxyCallCounts() {
        top.call("GET /b", 10, 102).failed().at("b", "GET /b", 20, 900);

        assertThat(serverMillis("b")).isEqualTo(80.0);
        assertThat(sum()).isEqualTo(100.0);
    }

    @Test
    void timedOutCallCountsAsServerTime() {
        Ref call = top.call("GET /b", 10, 90).failed();
        call.at("b", "GET /b", 20, 500).own("slow", 30, 500);

        assertThat(millis("slow")).isEqualTo(60.0);
        assertThat(sum()).isEqualTo(100.0);
    }

    @Test
    void retriesCountInSequence() {
        top.call("GET /b", 10, 30).failed();
        top.call("GET /b", 50, 90).at("b", "GET /b", 55, 85);

        assertThat(serverMillis("b")).isEqualTo(30.0);
        assertThat(millis("GET /b")).isEqualTo(20.0 + 10 + 30);
        assertThat(millis("GET /")).isEqualTo(10.0 + 20 + 10);
    }

    @Test
    void consumerDoesNotCount() {
        top.consumer("b", "delivery", 10, 90);

        assertThat(millis()).isEqualTo(Map.of("GET /", 100.0));
    }

    @Test
    void overlapOfMicrosecondsIsNotParallel() {
        top.own("a", 0, 50.02);
        top.own("b", 50, 100);

        assertThat(millis()).isEqualTo(Map.of("a", 50.0, "b", 50.0));
    }

    @Test
    void tenThousandSequentialSpansAddUp() {
        for (int i = 0; i < 10_000; i++) {
            top.own("child", i * 0.01, i * 0.01 + 0.005);
        }

        assertThat(millis("child")).isEqualTo(50.0);
        assertThat(sum()).isEqualTo(100.0);
    }

    @Test
    void tenThousandNestedSpansAddUp() {
        Ref inner = top;
        for (int i = 1; i <= 10_000; i++) {
            inner = inner.own("child", i * 0.001, 100 - i * 0.001);
        }

        assertThat(millis("GET /")).isEqualTo(0.002);
        assertThat(sum()).isEqualTo(100.0);
    }

    @Test
    void stepsHaveNoGapsOrOverlaps() {
        top.own("a", 0, 60).own("b", 20, 70);
        top.own("c", 30, 90);

        Node request = trace.node("GET /");
        List<Step> steps = CriticalPath.of(request);

        assertThat(steps.getFirst().start()).isEqualTo(request.start());
        assertThat(steps.getLast().end()).isEqualTo(request.end());
        for (int i = 1; i < steps.size(); i++) {
            assertThat(steps.get(i).start()).isEqualTo(steps.get(i - 1).end());
        }
    }

    private Map<String, Double> millis() {
        Map<String, Long> nanos = new LinkedHashMap<>();
        for (Step step : CriticalPath.of(trace.tree().roots().getFirst())) {
            nanos.merge(step.node().span().name(), step.duration(), Long::sum);
        }
        Map<String, Double> millis = new LinkedHashMap<>();
        nanos.forEach((name, sum) -> millis.put(name, sum / 1e6));
        return millis;
    }

    private double millis(String name) {
        return CriticalPath.of(trace.tree().roots().getFirst()).stream()
                        .filter(step -> step.node().span().name().equals(name))
                        .mapToLong(Step::duration)
                        .sum()
                / 1e6;
    }

    private double serverMillis(String service) {
        return CriticalPath.of(trace.tree().roots().getFirst()).stream()
                        .filter(step -> step.node().span().service().equals(service))
                        .mapToLong(Step::duration)
                        .sum()
                / 1e6;
    }

    private double sum() {
        return CriticalPath.of(trace.tree().roots().getFirst()).stream()
                        .mapToLong(Step::duration)
                        .sum()
                / 1e6;
    }
}

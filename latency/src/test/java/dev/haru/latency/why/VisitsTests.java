package dev.haru.latency.why;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.TraceFixture;
import dev.haru.latency.trace.TraceFixture.Ref;
import dev.haru.latency.trace.TraceTree;
import java.util.List;
import org.junit.jupiter.api.Test;

class VisitsTests {

    private static final long MILLI = 1_000_000;

    @Test
    void timesOfAllCallsAddUpToTheDuration() {
        Node top = TraceTree.of(HaruTraces.create(1)).roots().getFirst();

        long sum = visits(top).stream()
                .mapToLong(visit -> visit.nanos(place -> place.service().equals(visit.service())))
                .sum();

        assertThat(sum).isEqualTo(top.duration());
    }

    @Test
    void callHasItsNetworksAndItsOwnComponents() {
        Visit schedules = visits(
                        TraceTree.of(HaruTraces.create(1, 5, 0)).roots().getFirst())
                .stream()
                .filter(visit -> visit.service().equals("schedule-service"))
                .findFirst()
                .orElseThrow();

        assertThat(schedules.in())
                .isEqualTo(new Hop(
                        new Place("gateway", "schedule-service"),
                        HaruTraces.CREATE + " > " + HaruTraces.CREATE,
                        2 * MILLI));
        assertThat(schedules.out()).singleElement().satisfies(hop -> {
            assertThat(hop.place()).isEqualTo(new Place("schedule-service", "member-service"));
            assertThat(hop.nanos()).isEqualTo(7 * MILLI);
        });
        assertThat(schedules.own().keySet())
                .extracting(component -> component.label())
                .contains("own code", "pool wait", "sql " + HaruTraces.INSERT);
    }

    @Test
    void numberOfCallsChangesTheShapeOfTheClientOnly() {
        List<Visit> one = visits(called(1));
        List<Visit> two = visits(called(2));

        assertThat(two.getFirst().shape()).isNotEqualTo(one.getFirst().shape());
        assertThat(two.getLast().shape()).isEqualTo(one.getLast().shape());
    }

    @Test
    void deepTraceIsDivided() {
        TraceFixture trace = TraceFixture.trace();
        Ref parent = trace.server("shop", "GET /", 0, 100);
        for (int i = 0; i < 20_000; i++) {
            parent = parent.own("step", 1, 99);
        }

        assertThat(visits(trace.tree().roots().getFirst())).hasSize(1);
    }

    private static Node called(int times) {
        TraceFixture trace = TraceFixture.trace();
        Ref shop = trace.server("shop", "GET /", 0, 100);
        for (int i = 0; i < times; i++) {
            shop.call("GET /cart", 10 + 20 * i, 20 + 20 * i).at("cart", "GET /cart", 12 + 20 * i, 18 + 20 * i);
        }
        return trace.tree().roots().getFirst();
    }

    private static List<Visit> visits(Node top) {
        return Visits.of(top, new SharedValues());
    }
}

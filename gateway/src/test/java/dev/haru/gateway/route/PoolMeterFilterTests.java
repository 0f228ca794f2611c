package dev.haru.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;

class PoolMeterFilterTests {

    private static final String ACTIVE = "reactor.netty.connection.provider.active.connections";

    private final MeterRegistry registry = new SimpleMeterRegistry();

    PoolMeterFilterTests() {
        registry.config().meterFilter(new PoolMeterFilter());
    }

    @Test
    void poolsOfTwoEventLoopsHaveTheirOwnGauges() {
        register(ACTIVE, PoolMeterFilter.nameOf("services", 1), 3);
        register(ACTIVE, PoolMeterFilter.nameOf("services", 2), 4);

        assertThat(registry.get(ACTIVE).tag("name", "services").gauges())
                .extracting(gauge -> gauge.getId().getTag(PoolMeterFilter.EVENT_LOOP))
                .containsExactlyInAnyOrder("1", "2");
    }

    @Test
    void poolWithoutAnEventLoopHasTheSameTags() {
        Meter.Id shared = register(ACTIVE, "services", 1);
        Meter.Id ofLoop = register(ACTIVE, PoolMeterFilter.nameOf("hashing", 1), 1);

        assertThat(shared.getTag("name")).isEqualTo("services");
        assertThat(shared.getTags())
                .extracting("key")
                .isEqualTo(ofLoop.getTags().stream().map(tag -> tag.getKey()).toList());
    }

    @Test
    void otherMetersStayAsTheyAre() {
        assertThat(register("hikaricp.connections", "schedule-1", 1).getTag("name"))
                .isEqualTo("schedule-1");
    }

    private Meter.Id register(String metric, String pool, int value) {
        return Gauge.builder(metric, () -> value)
                .tag("id", "1")
                .tag("name", pool)
                .register(registry)
                .getId();
    }
}

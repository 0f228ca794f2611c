package dev.haru.gateway.drain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.RunningGateway;
import dev.haru.platform.drain.Drain;
import dev.haru.platform.test.EmbeddedRedis;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.event.ContextClosedEvent;

class DrainFilterTests {

    @ParameterizedTest
    @ValueSource(strings = {"/v1/locations", "/nowhere"})
    void responseDuringShutdownClosesItsConnection(String path) {
        FakeServices.reset();
        try (RunningGateway gateway = RunningGateway.on(EmbeddedRedis.shared().url(), "haru.drain.period=1ms")) {
            assertThat(gateway.send(gateway.from("203.0.113.1", path)).headers().map())
                    .doesNotContainKey("connection");

            gateway.bean(Drain.class).onApplicationEvent(new ContextClosedEvent(gateway.context()));

            assertThat(gateway.send(gateway.from("203.0.113.1", path)).headers().firstValue("Connection"))
                    .hasValue("close");
        }
    }
}

package dev.haru.local.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.local.process.Refusal;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PortsTests {

    @Test
    void emptyEnvironmentGivesDefaultPorts() {
        Ports ports = Ports.fromEnvironment(Map.of("HARU_REDIS_PORT", " "));

        assertThat(ports.number(Port.GATEWAY)).isEqualTo(8080);
        assertThat(ports.number(Port.REDIS)).isEqualTo(16379);
        assertThat(ports.url(Port.AUTH)).isEqualTo("http://127.0.0.1:8081");
    }

    @Test
    void variablesChangePorts() {
        Ports ports = Ports.fromEnvironment(Map.of("HARU_GATEWAY_PORT", "18080"));

        assertThat(ports.number(Port.GATEWAY)).isEqualTo(18080);
    }

    @Test
    void duplicatePortIsRefusedWithBothVariables() {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> Ports.fromEnvironment(Map.of("HARU_GATEWAY_PORT", "8081")))
                .withMessageContainingAll("8081", "HARU_GATEWAY_PORT", "HARU_AUTH_PORT");
    }

    @Test
    void invalidPortIsRefused() {
        for (String value : new String[] {"http", "0", "65536", "-1", "99999999999"}) {
            assertThatExceptionOfType(Refusal.class)
                    .isThrownBy(() -> Ports.fromEnvironment(Map.of("HARU_REDIS_PORT", value)))
                    .withMessageContainingAll("HARU_REDIS_PORT=" + value, "65535");
        }
    }

    @Test
    void freePortsAreAllDifferentAndBelowTheHarness() {
        Ports ports = Ports.free();

        assertThat(Arrays.stream(Port.values()).map(ports::number))
                .doesNotHaveDuplicates()
                .allSatisfy(number -> assertThat(number).isBetween(20_000, 25_999));
    }
}

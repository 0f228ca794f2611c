package dev.haru.local.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.local.process.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PortCheckTests {

    @Test
    void refusalNamesThePartAndTheVariable() throws IOException {
        try (ServerSocket otherProcess = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Ports ports = freeBut(Map.of("HARU_MEMBER_PORT", otherProcess.getLocalPort()));

            assertThatExceptionOfType(Refusal.class)
                    .isThrownBy(() -> PortCheck.refuseTaken(ports, EnumSet.allOf(Port.class)))
                    .withMessageContainingAll(
                            "Port " + otherProcess.getLocalPort(), "of member-service is in use", "HARU_MEMBER_PORT=")
                    .satisfies(refusal -> assertThat(refusal.getMessage()).doesNotContain("\n"));
        }
    }

    @Test
    void freePortsAreAccepted() {
        assertThatCode(() -> PortCheck.refuseTaken(Ports.free(), EnumSet.allOf(Port.class)))
                .doesNotThrowAnyException();
    }

    @Test
    void takenPortOfAnUnusedPartIsAccepted() throws IOException {
        try (ServerSocket otherProcess = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Ports ports = freeBut(Map.of("HARU_LATENCY_PORT", otherProcess.getLocalPort()));

            assertThatCode(() -> PortCheck.refuseTaken(ports, EnumSet.complementOf(EnumSet.of(Port.LATENCY))))
                    .doesNotThrowAnyException();
        }
    }

    private static Ports freeBut(Map<String, Integer> moved) {
        Ports free = Ports.free();
        Map<String, String> environment = new HashMap<>();
        for (Port port : Port.values()) {
            environment.put(port.variable(), Integer.toString(free.number(port)));
        }
        moved.forEach((variable, number) -> environment.put(variable, Integer.toString(number)));
        return Ports.fromEnvironment(environment);
    }
}

package dev.haru.platform.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FreePortTests {

    @Test
    void portsAreAllDifferent() {
        assertThat(IntStream.range(0, 100).map(_ -> FreePort.next())).doesNotHaveDuplicates();
    }

    @Test
    void portBoundToAllAddressesIsTaken() throws IOException {
        try (ServerSocket otherProcess = new ServerSocket(0)) {
            assertThat(FreePort.isFree(otherProcess.getLocalPort())).isFalse();
        }
    }
}

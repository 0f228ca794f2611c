package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.local.HaruSystem;
import dev.haru.local.port.Port;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The launcher of a traced system starts {@code latency serve}. */
@SystemTest
class LatencyPageSystemTests {

    private static final Duration LIMIT = Duration.ofMinutes(3);

    @Test
    void requestAppearsOnThePage(HaruSystem system, Client client) {
        Client page = new Client(system.url(Port.LATENCY));
        assertThat(client.get("/v1/regions").status()).isEqualTo(200);

        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(page.get("/api/routes").body()).contains("\"GET /v1/regions\""));

        assertThat(page.get("/").body()).contains("Where the time goes");
    }
}

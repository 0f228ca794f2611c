package dev.haru.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WelcomeTests {

    @Test
    void withDemoDataTheExampleIsALogin() {
        assertThat(welcome(Map.of("HARU_GATEWAY_PORT", "18080")))
                .contains(
                        "Haru is up after 4.2 s",
                        "http://localhost:18080/docs",
                        "http://127.0.0.1:8025/dev/mail",
                        "curl -s http://localhost:18080/v1/auth/user/login -H 'Content-Type: application/json'"
                                + " -d '{\"nickname\":\"seed_0\",\"password\":\"password12345678\"}'\n");
    }

    @Test
    void withoutDemoDataTheExampleIsARegistration() {
        assertThat(welcome(Map.of("DEMO", "0")))
                .contains("/v1/auth/user/register", "\"region_name\":\"Seoul\"")
                .doesNotContain("seed_0")
                .isNotEqualTo(welcome(Map.of("DEMO", "0")));
    }

    @Test
    void tracedSystemShowsTheAddressOfTheLatencyPage() {
        assertThat(welcome(Map.of("TRACING", "1", "HARU_LATENCY_PORT", "13210")))
                .contains("\n  Latency    http://127.0.0.1:13210\n");
        assertThat(welcome(Map.of())).doesNotContain("Latency");
    }

    private static String welcome(Map<String, String> environment) {
        return new Welcome(Settings.fromEnvironment(Path.of("/repository"), environment)).text(4_200_000_000L);
    }
}

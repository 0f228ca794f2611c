package dev.haru.gateway.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.test.web.reactive.server.WebTestClient;

@GatewayTest
@ExtendWith(OutputCaptureExtension.class)
class FailureHandlerTests {

    @Autowired
    WebTestClient client;

    @Test
    void unexpectedErrorDoesNotRevealItsMessage(CapturedOutput output) {
        client.get()
                .uri("/mistake")
                .exchange()
                .expectStatus()
                .isEqualTo(500)
                .expectBody(String.class)
                .value(body ->
                        assertThat(body).contains("\"code\":\"internal-error\"").doesNotContain("secret"));
        assertThat(output).contains("ERROR", "a secret");
    }

    @Test
    void secretOfAFeedIsNotLogged(CapturedOutput output) {
        FakeServices.schedule.stop();
        try {
            client.get()
                    .uri("/v1/feeds/hrf_of-a-member.ics")
                    .exchange()
                    .expectStatus()
                    .is5xxServerError();
        } finally {
            FakeServices.restart(FakeServices.schedule);
        }

        assertThat(output).contains("/v1/feeds/...").doesNotContain("hrf_of-a-member");
    }
}

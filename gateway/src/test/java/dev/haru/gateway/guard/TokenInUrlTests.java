package dev.haru.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import dev.haru.gateway.RawHttp;
import dev.haru.platform.token.TokenFormat;
import java.io.IOException;
import java.security.SecureRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.web.reactive.server.WebTestClient;

@GatewayTest
class TokenInUrlTests {

    @Autowired
    private WebTestClient client;

    @LocalServerPort
    private int port;

    @ParameterizedTest
    @ValueSource(strings = {"/v1/auth/sessions/%s", "/v1/schedules?access_token=%s", "/v1/schedules?x=1&t=%s"})
    void tokenInAUrlIsRefusedAndNotRepeated(String path) {
        for (String prefix : TokenFormat.PREFIXES) {
            String token = TokenFormat.generate(prefix, new SecureRandom());

            client.get()
                    .uri(path.formatted(token))
                    .exchange()
                    .expectStatus()
                    .isBadRequest()
                    .expectBody(String.class)
                    .value(body -> assertThat(body).contains("token-in-url").doesNotContain(token));
        }
        assertThat(FakeServices.requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"%%68ru_", "h%%72u_", "%%2568ru_", "%%252568ru_", "%%68%%72%%75%%5f", "%%68ru%%5F"})
    void escapedTokenIsRefusedAndNotRepeated(String prefix) throws IOException {
        String rest =
                TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom()).substring(TokenFormat.ACCESS.length());

        for (String target : new String[] {"/v1/schedules?access_token=", "/v1/auth/sessions/"}) {
            assertThat(RawHttp.exchange(port, RawHttp.get(target + prefix.replace("%%", "%") + rest)))
                    .startsWith("HTTP/1.1 400")
                    .contains("token-in-url")
                    .doesNotContain(rest);
        }
        assertThat(FakeServices.requests()).isEmpty();
    }

    @Test
    void urlWithATokenPrefixPasses() {
        client.get().uri("/v1/schedules?title=hru_").exchange().expectStatus().isOk();
    }
}

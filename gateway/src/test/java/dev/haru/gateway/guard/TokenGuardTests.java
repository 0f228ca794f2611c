package dev.haru.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.GatewayTest;
import dev.haru.gateway.Neighbours;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.reactive.server.WebTestClient;

@GatewayTest
class TokenGuardTests {

    private static final String TOKEN = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());

    @Autowired
    WebTestClient client;

    @BeforeEach
    void reset() {
        Neighbours.reset();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer ", "bearer ", "BEARER "})
    void tokenWhenWellFormedPasses(String scheme) {
        call(scheme + TOKEN).expectStatus().isOk();
        // The fake service's header cache ignores case.
        assertThat(Neighbours.requests())
                .singleElement()
                .satisfies(request ->
                        assertThat(request.getHeader("Authorization")).isEqualToIgnoringCase(scheme + TOKEN));
    }

    @Test
    void tokenWhenAbsentPasses() {
        client.get().uri("/v1/schedules").exchange().expectStatus().isOk();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Bearer",
                "Bearer x",
                "Basic dXNlcjpwYXNz",
                "Bearer hrr_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
                "Bearer hru_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            })
    void tokenWhenMalformedIsRefusedWithoutACall(String authorization) {
        call(authorization)
                .expectStatus()
                .isUnauthorized()
                .expectHeader()
                .valueEquals("WWW-Authenticate", "Bearer error=\"invalid_token\"")
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo("unauthorized");
        assertThat(Neighbours.requests()).isEmpty();
    }

    @Test
    void tokenWhenMistypedIsRefused() {
        char last = TOKEN.charAt(20);
        String mistyped = TOKEN.substring(0, 20) + (last == 'a' ? 'b' : 'a') + TOKEN.substring(21);
        call("Bearer " + mistyped).expectStatus().isUnauthorized();
    }

    @Test
    void tokensWhenTwoAreMalformed() {
        client.get()
                .uri("/v1/schedules")
                .header("Authorization", "Bearer " + TOKEN, "Bearer " + TOKEN)
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.code")
                .isEqualTo("malformed-request");
        assertThat(Neighbours.requests()).isEmpty();
    }

    private WebTestClient.ResponseSpec call(String authorization) {
        return client.get()
                .uri("/v1/schedules")
                .header("Authorization", authorization)
                .exchange();
    }
}

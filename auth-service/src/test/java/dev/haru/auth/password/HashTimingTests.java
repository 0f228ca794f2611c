package dev.haru.auth.password;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** A sign-in uses three threads, and its Server-Timing covers all of them. */
@AuthServiceTest
class HashTimingTests {

    @Autowired
    private MockMvcTester http;

    @Test
    void serverTimingOfASignInHasTheHashWaitAndTheHash() {
        FakeService.acceptAll();

        String timing = http.post()
                .uri("/v1/auth/user/login")
                .contentType(MediaType.APPLICATION_JSON)
                .content("""
                        {"nickname": "n%s", "password": "password12345678"}
                        """.formatted(UUID.randomUUID().toString().substring(0, 13)))
                .exchange()
                .getResponse()
                .getHeader("Server-Timing");

        assertThat(timing)
                .matches("auth;dur=[0-9.]+, hash-wait;dur=[0-9.]+, hash;dur=[0-9.]+, db;dur=[0-9.]+, pool;dur=[0-9.]+");
    }
}

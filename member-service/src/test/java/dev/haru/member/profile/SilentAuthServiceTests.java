package dev.haru.member.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.member.FakeAuthService;
import dev.haru.member.MemberServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.HeldResponses;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;

/** Uses the read time-out of the service, which the other tests lengthen. */
@MemberServiceTest
@TestPropertySource(properties = "spring.cloud.openfeign.client.config.auth-service.read-timeout=2000")
class SilentAuthServiceTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MemberRepository members;

    @BeforeEach
    void resetAuthService() {
        FakeAuthService.reset();
    }

    @Test
    void silentAuthServiceEndsIn503WithinTheTimeout() {
        Profile member = MemberFixture.in(members).memberInApia();
        String token = FakeAuthService.heldTokenOf(member.memberId());
        long start = System.nanoTime();

        try (HeldResponses _ = FakeAuthService.hold()) {
            assertThat(http.get()
                            .uri("/internal/members/by-access-token")
                            .header("X-Service-Credential", "schedule-service:" + EmbeddedDatabase.SECRET)
                            .header("Authorization", "Bearer " + token))
                    .hasStatus(503);
        }

        // The time-out of the other tests is a minute, and a busy machine adds some seconds to this one.
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(50));
    }
}

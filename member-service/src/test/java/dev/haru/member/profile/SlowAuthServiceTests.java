package dev.haru.member.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.member.FakeAuthService;
import dev.haru.member.MemberServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.HeldResponses;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The pool has one connection. A request that held it during a call to auth-service would block all others. */
@MemberServiceTest
@TestPropertySource(properties = "spring.cloud.openfeign.client.config.auth-service.read-timeout=60000")
class SlowAuthServiceTests {

    private static final int CALLERS = 4;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MemberRepository members;

    private Profile member = MemberFixture.profile();

    @BeforeEach
    void memberAndAuthService() {
        FakeAuthService.reset();
        member = MemberFixture.in(members).memberInApia();
    }

    @Test
    void introspectionHoldsNoDatabaseConnection() throws Exception {
        try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
                HeldResponses answers = FakeAuthService.hold()) {
            var hanging = Stream.concat(
                            IntStream.range(0, CALLERS).mapToObj(_ -> withToken(internal("/by-access-token"))),
                            IntStream.range(0, CALLERS)
                                    .mapToObj(_ -> withToken(http.get().uri("/v1/members/me"))))
                    .map(call -> callers.submit(() -> call.exchange()))
                    .toList();
            await().until(() -> answers.waiting() == 2 * CALLERS);

            // If an introspection held the connection, these calls would block.
            for (int i = 0; i < 10; i++) {
                assertThat(internal("/by-id/" + member.memberId())).hasStatusOk();
            }

            assertThat(hanging).noneMatch(Future::isDone);
            answers.release();
            for (Future<MvcTestResult> call : hanging) {
                assertThat(call.get()).hasStatusOk();
            }
        }
    }

    /** Adds a new token for each call: requests with the same token share a look-up. */
    private MockMvcRequestBuilder withToken(MockMvcRequestBuilder call) {
        return call.header("Authorization", "Bearer " + FakeAuthService.heldTokenOf(member.memberId()));
    }

    private MockMvcRequestBuilder internal(String path) {
        return http.get()
                .uri("/internal/members" + path)
                .header("X-Service-Credential", "schedule-service:" + EmbeddedDatabase.SECRET);
    }
}

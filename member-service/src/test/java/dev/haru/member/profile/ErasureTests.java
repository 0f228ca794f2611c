package dev.haru.member.profile;

import static dev.haru.member.profile.MemberFixture.ACCOUNT_VERSION;
import static dev.haru.member.profile.MemberFixture.JOINED_AT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.member.FakeAuthService;
import dev.haru.member.MemberServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@MemberServiceTest
@TestPropertySource(properties = "spring.datasource.hikari.maximum-pool-size=8")
class ErasureTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MemberRepository members;

    private UUID member = UUID.randomUUID();

    @BeforeEach
    void memberWithEmail() {
        FakeAuthService.reset();
        member = MemberFixture.in(members).memberWithEmail("erased@example.org").memberId();
    }

    @Test
    void erasedProfileDoesNotReturn() {
        assertThat(erase(member)).hasStatus(204);

        assertThat(members.findProfile(member)).isEmpty();
        assertThat(members.findIdentityByEmail("erased@example.org"))
                .map(Identity::memberId)
                .isNotEqualTo(member);
        assertThat(join(member)).as("a delivery that was under way").hasStatus(204);
        assertThat(members.findProfile(member)).isEmpty();
        assertThat(identify(member)).hasStatus(204);
    }

    @Test
    void erasureIsIdempotentAlsoForAnUnknownMember() {
        UUID unknown = UUID.randomUUID();

        assertThat(erase(member)).hasStatus(204);
        assertThat(erase(member)).hasStatus(204);
        assertThat(erase(unknown)).hasStatus(204);

        assertThat(join(unknown)).as("a delivery that came late").hasStatus(204);
        assertThat(members.findProfile(unknown)).isEmpty();
    }

    @Test
    void erasureDuringConcurrentDeliveriesWins() throws Exception {
        for (int round = 0; round < 20; round++) {
            UUID id = UUID.randomUUID();
            try (ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor()) {
                var calls = IntStream.range(0, 8)
                        .mapToObj(i -> CompletableFuture.supplyAsync(() -> i == 4 ? erase(id) : join(id), callers))
                        .toList();
                for (CompletableFuture<MvcTestResult> call : calls) {
                    assertThat(call.get()).hasStatus(204);
                }
            }
            assertThat(members.findProfile(id)).isEmpty();
        }
    }

    @Test
    void cachedTokenOfAnErasedMemberIsRefused() {
        String token = FakeAuthService.tokenOf(member);
        assertThat(byAccessToken(token)).hasStatusOk();

        erase(member);

        assertThat(byAccessToken(token)).hasStatus(401);
    }

    @Test
    void recordOfTheErasureIsDeletedAfterSevenDays() {
        Instant later = JOINED_AT.plus(Duration.ofDays(8));
        members.erase(member, JOINED_AT, JOINED_AT.minus(Duration.ofDays(7)));
        assertThat(members.isErased(member)).isTrue();

        members.erase(UUID.randomUUID(), later, later.minus(Duration.ofDays(7)));

        assertThat(members.isErased(member)).isFalse();
    }

    private MvcTestResult erase(UUID id) {
        return http.delete()
                .uri("/internal/members/" + id)
                .header("X-Service-Credential", "auth-service:" + EmbeddedDatabase.SECRET)
                .exchange();
    }

    private MvcTestResult join(UUID id) {
        return put("/internal/members/" + id, """
                {"nickname": "haru_fan", "email": null, "regionName": "Seoul", "accountVersion": 99}
                """);
    }

    private MvcTestResult identify(UUID id) {
        return put("/internal/members/%s/identifiers".formatted(id), """
                {"nickname": "another", "email": null, "accountVersion": %d}
                """.formatted(ACCOUNT_VERSION + 1));
    }

    private MvcTestResult put(String uri, String body) {
        return http.put()
                .uri(uri)
                .header("X-Service-Credential", "auth-service:" + EmbeddedDatabase.SECRET)
                .contentType("application/json")
                .content(body)
                .exchange();
    }

    private MvcTestResult byAccessToken(String token) {
        return http.get()
                .uri("/internal/members/by-access-token")
                .header("X-Service-Credential", "schedule-service:" + EmbeddedDatabase.SECRET)
                .header("Authorization", "Bearer " + token)
                .exchange();
    }
}

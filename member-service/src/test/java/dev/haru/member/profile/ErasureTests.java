package dev.haru.member.profile;

import static dev.haru.member.profile.MemberFixture.ACCOUNT_VERSION;
import static dev.haru.platform.database.Instants.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.member.FakeAuthService;
import dev.haru.member.MemberServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.test.OpenTransaction;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
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

    @Autowired
    private ErasureCleanup cleanup;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("member");
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
        UUID recent = UUID.randomUUID();
        members.erase(member, clock.instant().minus(Duration.ofDays(8)));
        members.erase(recent, clock.instant().minus(Duration.ofDays(6)));

        cleanup.run();

        assertThat(members.isErased(member)).isFalse();
        assertThat(members.isErased(recent)).isTrue();
    }

    @Test
    void lockedRecordOfAnErasureDelaysNoErasure() throws Exception {
        jdbc.sql("""
                insert into erased_member (id, erased_at)
                select gen_random_uuid(), :now - interval '8 days' from generate_series(1, 2500)
                """).param("now", at(clock.instant())).update();
        UUID locked = UUID.randomUUID();
        members.erase(locked, clock.instant().minus(Duration.ofDays(9)));
        try (OpenTransaction other = OpenTransaction.begin("member")) {
            other.jdbc()
                    .sql("select id from erased_member where id = ? for update")
                    .param(locked)
                    .query(UUID.class)
                    .single();

            assertThat(erase(member)).hasStatus(204);
            cleanup.run();
            assertThat(oldRecords()).isOne();
            other.commit();
        }

        cleanup.run();
        assertThat(oldRecords()).isZero();
        assertThat(members.findProfile(member)).isEmpty();
    }

    private int oldRecords() {
        return jdbc.sql("select count(*) from erased_member where erased_at < ?")
                .param(at(clock.instant().minus(Duration.ofDays(7))))
                .query(Integer.class)
                .single();
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

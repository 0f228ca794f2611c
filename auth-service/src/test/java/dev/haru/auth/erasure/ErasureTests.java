package dev.haru.auth.erasure;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.delete;
import static com.github.tomakehurst.wiremock.client.WireMock.deleteRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import dev.haru.auth.outbox.RelayDriver;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@AuthServiceTest
class ErasureTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private Erasure erasure;

    @Autowired
    private RelayDriver relay;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    private final String nickname = freshNickname();
    private UUID account;
    private String token;

    @BeforeEach
    void registerAndSignIn() throws Exception {
        // An earlier test may have made an upstream service unreachable, and the clock stands still.
        clock.advance(Duration.ofSeconds(6));
        jdbc.sql("delete from outbox").update();
        account = UUID.fromString(AuthCalls.read(calls.register(nickname), "$.memberId"));
        token = AuthCalls.read(login(), "$.token");
    }

    @Test
    void erasureDeletesAllDataOfTheAccount() {
        assertThat(erase(PASSWORD)).hasStatus(202);

        FakeService.SERVER.verify(1, deleteRequestedFor(urlEqualTo("/internal/members/" + account)));
        FakeService.SERVER.verify(1, deleteRequestedFor(urlEqualTo("/internal/members/" + account + "/schedules")));
        for (String table : new String[] {"session", "access_token", "security_event", "outbox", "device"}) {
            assertThat(rows(table, "account_id")).as(table).isZero();
        }
        assertThat(rows("account", "id")).isZero();
        assertThat(calls.register(nickname)).as("held like a freed nickname").hasStatus(409);
    }

    @Test
    void accountWithManyTokensIsErasedInBatches() {
        jdbc.sql("""
                insert into access_token (hash, session_id, account_id, expires_at)
                select sha256(cast(gen_random_uuid() as text)::bytea), id, account_id, now() + interval '1 hour'
                from session, generate_series(1, 20000) where account_id = ?
                """).param(account).update();

        assertThat(erase(PASSWORD)).hasStatus(202);
        assertThat(rows("access_token", "account_id")).as("left by the request").isGreaterThan(19_000);
        assertThat(rows("outbox", "account_id"))
                .as("delivered to the other services")
                .isZero();

        erasure.removeRest();

        assertThat(rows("access_token", "account_id")).isZero();
        assertThat(rows("account", "id")).isZero();
    }

    @Test
    void failureForOneAccountDelaysNoOther() throws Exception {
        UUID other = UUID.fromString(AuthCalls.read(calls.register(freshNickname()), "$.memberId"));
        jdbc.sql("""
                create function full_disk() returns trigger language plpgsql as
                $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$
                """).update();
        try {
            jdbc.sql("""
                    create trigger full_disk before delete on security_event for each row
                    when (old.account_id = '%s') execute function full_disk()
                    """.formatted(account)).update();
            makeRemovable(account, 2);
            makeRemovable(other, 1);

            erasure.removeRest();

            assertThat(rows("account", "id")).isOne();
            assertThat(jdbc.sql("select count(*) from account where id = ?")
                            .param(other)
                            .query(Integer.class)
                            .single())
                    .isZero();
        } finally {
            jdbc.sql("drop function full_disk() cascade").update();
        }

        erasure.removeRest();
        assertThat(rows("account", "id")).isZero();
    }

    private void makeRemovable(UUID id, int minutesAgo) {
        jdbc.sql("""
                update account set erased_at = now(), removable_since = now() - :minutes * interval '1 minute'
                where id = :id
                """).param("id", id).param("minutes", minutesAgo).update();
    }

    @Test
    void erasureEndsAccessAtOnceAndCompletesAfterAnOutage() {
        FakeService.SERVER.stubFor(delete(urlEqualTo("/internal/members/" + account + "/schedules"))
                .willReturn(aResponse().withStatus(503)));

        assertThat(erase(PASSWORD)).hasStatus(202);

        assertThat(erase(PASSWORD)).as("the token is revoked").hasStatus(401);
        assertThat(login()).hasStatus(401);
        assertThat(calls.register(nickname)).as("the nickname is not free yet").hasStatus(409);
        assertThat(rows("outbox", "account_id")).isOne();

        FakeService.acceptAll();
        clock.advance(Duration.ofMinutes(2));
        relay.run();

        assertThat(rows("outbox", "account_id")).isZero();
        assertThat(rows("account", "id")).isZero();
    }

    @Test
    void erasureReplacesAPendingRegistration() throws Exception {
        FakeService.resetConnections();
        String late = "l" + nickname;
        assertThat(calls.register(late)).hasStatus(201);
        UUID lateAccount = jdbc.sql("select id from account where nickname = ?")
                .param(late)
                .query(UUID.class)
                .single();

        FakeService.acceptAll();
        clock.advance(Duration.ofSeconds(1));
        assertThat(calls.erase(AuthCalls.read(calls.login(late, PASSWORD), "$.token"), PASSWORD))
                .hasStatus(202);
        clock.advance(Duration.ofMinutes(2));
        relay.run();

        FakeService.SERVER.verify(1, deleteRequestedFor(urlEqualTo("/internal/members/" + lateAccount)));
        FakeService.SERVER.verify(
                0,
                com.github.tomakehurst.wiremock.client.WireMock.putRequestedFor(
                        urlEqualTo("/internal/members/" + lateAccount)));
    }

    @Test
    void wrongPasswordErasesNothing() {
        MvcTestResult answer = erase("not-" + PASSWORD);

        assertThat(answer).hasStatus(422);
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("wrong-current-password");
        assertThat(login()).hasStatusOk();
    }

    @Test
    void manyWrongPasswordsWithATokenAreRefused() {
        String address = "198.51.100.7";
        MvcTestResult answer = null;
        for (int i = 0; i < 11; i++) {
            answer = http.delete()
                    .uri("/v1/auth/user")
                    .with(request -> {
                        request.setRemoteAddr(address);
                        return request;
                    })
                    .header("Authorization", "Bearer " + token)
                    .contentType(MediaType.APPLICATION_JSON)
                    .content("{\"password\": \"wrong-password\"}")
                    .exchange();
        }
        assertThat(answer).hasStatus(429).containsHeader("Retry-After");
    }

    @Test
    void missingPasswordIsReportedByField() {
        MvcTestResult answer = http.delete()
                .uri("/v1/auth/user")
                .header("Authorization", "Bearer " + token)
                .contentType(MediaType.APPLICATION_JSON)
                .content("{}")
                .exchange();
        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyJson().extractingPath("$.errors[0].field").isEqualTo("password");
    }

    private MvcTestResult erase(String password) {
        return calls.erase(token, password);
    }

    private MvcTestResult login() {
        return calls.login(nickname, PASSWORD);
    }

    private int rows(String table, String column) {
        return jdbc.sql("select count(*) from %s where %s = ?".formatted(table, column))
                .param(account)
                .query(Integer.class)
                .single();
    }
}

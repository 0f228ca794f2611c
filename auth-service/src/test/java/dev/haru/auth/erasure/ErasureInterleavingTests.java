package dev.haru.auth.erasure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import dev.haru.auth.StoredAccount;
import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.device.SignInDevice;
import dev.haru.auth.event.Origin;
import dev.haru.auth.session.CleanupDriver;
import dev.haru.auth.session.SessionOpener;
import dev.haru.auth.session.TokenResponse;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.interleaving.Interleaving;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** An erasure beside other transactions of its account, in all orders: no row of an erased account remains. */
@AuthServiceTest
class ErasureInterleavingTests {

    private static final Origin ORIGIN = new Origin("203.0.113.9", null, null);
    private static final int BATCHES = 20;

    /** About the number of orders in which one participant interrupts the other once. */
    private static final int FEW_ORDERS = 20;

    @Autowired
    private Erasure erasure;

    @Autowired
    private ErasureStore store;

    @Autowired
    private CleanupDriver cleanup;

    @Autowired
    private Accounts accounts;

    @Autowired
    private SessionOpener opener;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MockMvcTester http;

    private static final JdbcClient jdbc = EmbeddedDatabase.jdbcOnOneConnection("auth");

    private AccountRows account;
    private Credentials credentials;
    private TokenResponse session;
    private UUID sessionId;
    private UUID device;

    @Test
    void twoReplicasAndACleanUpLeaveNoRow() throws Exception {
        Interleaving.of(() -> {
                    account = AccountRows.ofNewAccount();
                    account.insertIntoAllTables();
                    account.insertMany("access_token", 2);
                    account.insertMany("refresh_token", 2);
                    endSessions();
                })
                .participant("removal", () -> store.remove(account.id(), 2, BATCHES))
                .participant("removal by another replica", () -> store.remove(account.id(), 3, BATCHES))
                .participant("clean-up", cleanup::archiveEnded)
                .check(this::assertRemoved);
    }

    @Test
    void signInDuringAnErasureLeavesNoRow() throws Exception {
        Interleaving.of(this::signedIn)
                .participant("erasure", this::erase)
                .participant("sign-in", () -> opener.open(credentials, SignInDevice.unknown(), ORIGIN))
                .participant("refresh", () -> assertAnswered(calls.refresh(session.refreshToken())))
                .check(this::assertRemoved);
    }

    @Test
    void signOutDuringAnErasureLeavesNoRow() throws Exception {
        Interleaving.of(this::signedIn)
                .participant("erasure", this::erase)
                .participant("sign-out", () -> assertAnswered(calls.logout(session.token())))
                .check(this::assertRemoved);
    }

    @Test
    void endOfOtherSessionsDuringAnErasureLeavesNoRow() throws Exception {
        Interleaving.of(this::signedIn)
                .participant("erasure", this::erase)
                .participant("end of the others", () -> assertAnswered(calls.delete("sessions", session.token())))
                .check(this::assertRemoved);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock = """
            POST   | /v1/auth/user/logout               |
            DELETE | /v1/auth/sessions                  |
            DELETE | /v1/auth/sessions/SESSION          |
            DELETE | /v1/auth/tokens/TOKEN              |
            DELETE | /v1/auth/devices/DEVICE            |
            POST   | /v1/auth/tokens                    | {"name": "script", "scopes": ["profile:read"]}
            POST   | /v1/auth/factors/totp              |
            POST   | /v1/auth/factors/passkeys/options  |
            POST   | /v1/auth/factors/recovery-codes    |
            POST   | /v1/auth/exports                   |
            POST   | /v1/auth/email/verification        |
            POST   | /v1/auth/email/verification/code   | {"code": "12345678"}
            """)
    void requestDuringARemovalDoesNotFail(String method, String path, @Nullable String body) throws Exception {
        Interleaving.of(() -> {
                    signedIn();
                    account.insert("personal_access_token");
                })
                .limit(FEW_ORDERS)
                .participant("request", () -> assertAnswered(send(HttpMethod.valueOf(method), path, body)))
                .participant("removal", () -> store.remove(account.id(), BATCHES, 1))
                .check(this::assertRemoved);
    }

    @Test
    void nicknameOfAnErasedAccountIsHeld() throws Exception {
        String[] nickname = new String[1];
        UUID[] other = new UUID[2];
        Interleaving.of(() -> {
                    nickname[0] = AccountFixture.freshNickname();
                    account = AccountRows.of(StoredAccount.insert(nickname[0]));
                    Credentials another =
                            accounts.credentialsOf(StoredAccount.insert()).orElseThrow();
                    other[0] = another.accountId();
                    other[1] = calls.sessionOf(opener.open(another, SignInDevice.unknown(), ORIGIN)
                            .orElseThrow()
                            .token());
                })
                .participant("removal", () -> store.remove(account.id(), 2, BATCHES))
                .participant(
                        "other account",
                        () -> assertThat(calls.identify(other[0], other[1], nickname[0], "null"))
                                .hasStatus(409))
                .check(this::assertRemoved);
    }

    /** The clean-up of an order then finds only the tokens of this order. */
    @BeforeEach
    void removeTokensOfOtherTests() {
        cleanup.run();
    }

    @BeforeEach
    void signedIn() {
        FakeService.acceptAll();
        account = AccountRows.of(StoredAccount.insert());
        credentials = accounts.credentialsOf(account.id()).orElseThrow();
        SignInDevice signInDevice = SignInDevice.unknown();
        session = opener.open(credentials, signInDevice, ORIGIN).orElseThrow();
        device = signInDevice.id();
        sessionId = jdbc.sql("select id from session where account_id = ?")
                .param(account.id())
                .query(UUID.class)
                .single();
        jdbc.sql("update account set email = 'a@example.org', email_key = 'a@example.org' where id = ?")
                .param(account.id())
                .update();
    }

    private void erase() {
        erasure.erase(account.id(), StoredAccount.PASSWORD, ORIGIN);
    }

    private void endSessions() {
        jdbc.sql("update session set ended_at = now() - interval '1 hour' where account_id = ?")
                .param(account.id())
                .update();
    }

    private MvcTestResult send(HttpMethod method, String path, @Nullable String body) {
        MockMvcTester.MockMvcRequestBuilder request = http.method(method)
                .uri(path.replace("SESSION", sessionId.toString())
                        .replace("DEVICE", device.toString())
                        .replace("TOKEN", account.id().toString()))
                .header("Authorization", "Bearer " + session.token());
        return body == null
                ? request.exchange()
                : request.contentType(MediaType.APPLICATION_JSON).content(body).exchange();
    }

    /** A request of a member whose account is erased meanwhile is answered or refused, and does not fail. */
    private static void assertAnswered(MvcTestResult answer) {
        assertThat(answer.getResponse().getStatus()).isLessThan(500);
    }

    /** Repeats the removal as the scheduled job does. */
    private void assertRemoved() {
        for (int run = 0; run < BATCHES && account.exists(); run++) {
            var _ = store.remove(account.id(), BATCHES, BATCHES);
        }
        assertThat(account.exists()).isFalse();
        assertThat(account.tablesWithRows()).isSubsetOf(AccountRows.KEPT.keySet());
    }
}

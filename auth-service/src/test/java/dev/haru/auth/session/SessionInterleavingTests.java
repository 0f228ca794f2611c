package dev.haru.auth.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.StoredAccount;
import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.device.SignInDevice;
import dev.haru.auth.event.Origin;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.test.interleaving.Interleaving;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Sign-ins, refreshes and ends of sessions in all orders: no token is accepted after its end. */
@AuthServiceTest
class SessionInterleavingTests {

    private static final Origin ORIGIN = new Origin("203.0.113.9", null, null);
    private static final Duration OVER_GRACE = Duration.ofMinutes(1);

    @Autowired
    private Accounts accounts;

    @Autowired
    private SessionOpener opener;

    @Autowired
    private RefreshTokenRotation rotation;

    @Autowired
    private Sessions sessions;

    @Autowired
    private AllSessions allSessions;

    @Autowired
    private AccessTokenStore tokens;

    @Autowired
    private CleanupDriver cleanup;

    @Autowired
    private MovableClock clock;

    @Autowired
    private PlatformTransactionManager transactions;

    private static final JdbcClient jdbc = EmbeddedDatabase.jdbcOnOneConnection("auth");

    /** All access tokens of the account. */
    private final List<String> issued = new CopyOnWriteArrayList<>();

    private Credentials credentials;
    private TokenResponse first;
    private TokenResponse second;
    private SignedIn caller;
    private SignedIn otherCaller;

    @Test
    void noTokenIsValidAfterTheEndOfAllSessions() throws Exception {
        Interleaving.of(this::signInTwice)
                .participant("refresh", () -> refresh(first.refreshToken()))
                .participant("sign-in", this::signIn)
                .participant("end of all sessions", this::endAll)
                .check(() -> {
                    assertThat(sessionsWithAValidToken()).isEmpty();
                    assertThat(tokensForThePreviousRelease()).isZero();
                });
    }

    @Test
    void noTokenIsValidAfterSignOut() throws Exception {
        Interleaving.of(this::signInTwice)
                .participant("refresh", () -> refresh(first.refreshToken()))
                .participant("sign-out", () -> sessions.signOut(caller, ORIGIN))
                .participant("clean-up", cleanup::archiveEnded)
                .check(() -> {
                    assertThat(sessionsWithAValidToken()).containsExactly(otherCaller.sessionId());
                    assertThat(tokensForThePreviousRelease()).isZero();
                });
    }

    @Test
    void endOfOtherSessionsKeepsOne() throws Exception {
        Interleaving.of(this::signInTwice)
                .participant("refresh of the kept session", () -> refresh(first.refreshToken()))
                .participant("end of the others", () -> sessions.endOthers(caller, ORIGIN))
                .participant("refresh of another session", () -> refresh(second.refreshToken()))
                .check(() -> {
                    assertThat(sessionsWithAValidToken()).containsExactly(caller.sessionId());
                    assertThat(tokensForThePreviousRelease()).isZero();
                });
    }

    @Test
    void twoEndsOfOtherSessionsKeepAtMostOne() throws Exception {
        Interleaving.of(this::signInTwice)
                .participant("end by the first session", () -> sessions.endOthers(caller, ORIGIN))
                .participant("end by the second session", () -> sessions.endOthers(otherCaller, ORIGIN))
                .participant("refresh", () -> refresh(second.refreshToken()))
                .check(() -> {
                    assertThat(sessionsWithAValidToken()).hasSizeLessThanOrEqualTo(1);
                    assertThat(tokensForThePreviousRelease()).isZero();
                });
    }

    @Test
    void reuseOfARefreshTokenEndsTheSession() throws Exception {
        Interleaving.of(() -> {
                    signInTwice();
                    String used = first.refreshToken();
                    String next = refresh(used).orElseThrow();
                    var _ = refresh(next).orElseThrow();
                    clock.advance(OVER_GRACE);
                })
                .participant("reuse", () -> refresh(first.refreshToken()))
                .participant("end of the session", () -> sessions.signOut(caller, ORIGIN))
                .participant("clean-up", cleanup::archiveEnded)
                .check(() -> assertThat(sessionsWithAValidToken()).containsExactly(otherCaller.sessionId()));
    }

    /** The clean-up of an order then finds only the tokens of this order. */
    @BeforeEach
    void removeTokensOfOtherTests() {
        cleanup.run();
    }

    @BeforeEach
    void signInTwice() {
        issued.clear();
        credentials = accounts.credentialsOf(StoredAccount.insert()).orElseThrow();
        first = signIn().orElseThrow();
        second = signIn().orElseThrow();
        caller = callerOf(first);
        otherCaller = callerOf(second);
    }

    /** Opens a session, unless the sessions of these credentials have ended. */
    private Optional<TokenResponse> signIn() {
        Optional<TokenResponse> opened = opener.open(credentials, SignInDevice.unknown(), ORIGIN);
        opened.ifPresent(session -> issued.add(session.token()));
        return opened;
    }

    /** Returns the next refresh token, unless this one is not valid. */
    private Optional<String> refresh(String refreshToken) {
        try {
            TokenPair pair = rotation.refresh(refreshToken, ORIGIN);
            issued.add(pair.access().value());
            return Optional.of(pair.refresh().value());
        } catch (InvalidRefreshToken ended) {
            return Optional.empty();
        }
    }

    private void endAll() {
        new TransactionTemplate(transactions).executeWithoutResult(_ -> allSessions.end(credentials.accountId()));
    }

    private SignedIn callerOf(TokenResponse session) {
        return tokens.introspect(new Token(session.token()), clock.instant()).orElseThrow();
    }

    private List<UUID> sessionsWithAValidToken() {
        return tokens
                .introspect(issued.stream().map(Token::new).collect(Collectors.toSet()), clock.instant())
                .values()
                .stream()
                .map(SignedIn::sessionId)
                .distinct()
                .toList();
    }

    /** Tokens of ended sessions that pods of the previous release accept, and that no clean-up will remove. */
    private int tokensForThePreviousRelease() {
        return jdbc.sql("""
                        select count(*) from access_token
                            join session on session.id = access_token.session_id
                            join account on account.id = session.account_id
                        where account.id = ? and (ended_at is not null or epoch < session_epoch)
                            and revoked_at is null and ending_since is null
                        """).param(credentials.accountId()).query(Integer.class).single();
    }
}

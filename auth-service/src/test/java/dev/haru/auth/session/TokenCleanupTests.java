package dev.haru.auth.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.test.OpenTransaction;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.Types;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** With {@code -Dharu.test.expired-tokens=2000000}, this class is the measurement in docs/performance.md. */
@AuthServiceTest
class TokenCleanupTests {

    private static final Logger log = LoggerFactory.getLogger(TokenCleanupTests.class);
    private static final int EXPIRED = Integer.getInteger("haru.test.expired-tokens", 20_000);
    private static final int VALID = 100;

    @Autowired
    private TokenCleanup cleanup;

    @Autowired
    private CleanupStore store;

    @Autowired
    private AccessTokenStore tokens;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    @Autowired
    private MovableClock clock;

    private final UUID account = UUID.randomUUID();
    private final UUID session = UUID.randomUUID();

    @BeforeEach
    void account() {
        cleanup.run();
        insertAccount(account);
        openSession(session);
    }

    private void insertAccount(UUID id) {
        jdbc.sql("""
                insert into account (id, nickname, nickname_key, password_hash, version, created_at)
                values (:id, :name, :name, '{none}', 0, now())
                """).param("id", id).param("name", id.toString()).update();
    }

    @AfterEach
    void deleteAccount() {
        jdbc.sql("delete from account where id = ?").param(account).update();
        jdbc.sql("delete from token_history where account_id = ?")
                .param(account)
                .update();
    }

    @Test
    void expiredTokensMoveToTheHistoryTable() {
        accessTokens(EXPIRED, now().minusMinutes(5), null);
        accessTokens(VALID, now().plusHours(1), null);
        accessTokens(VALID, now().plusHours(1), now());

        long begun = System.nanoTime();
        cleanup.run();

        Duration taken = Duration.ofNanos(System.nanoTime() - begun);
        assertThat(count("access_token")).isEqualTo(VALID);
        assertThat(count("token_history")).isEqualTo(EXPIRED + VALID);
        jdbc.sql("analyze access_token").update();
        String plan = String.join(
                "\n", jdbc.sql("""
                        explain (analyze, buffers, costs off) select account_id, session_id, expires_at from access_token
                        where hash = sha256('x') and revoked_at is null and expires_at > now()
                        """).query((row, _) -> row.getString(1)).list());
        assertThat(plan).contains("access_token_pk", "Index Searches: 1").doesNotContain("Seq Scan");
        log.info("{} expired tokens moved in {} s\n{}", EXPIRED + VALID, taken.toMillis() / 1000.0, plan);
    }

    @Test
    void twoReplicasAtOnceMoveEachTokenOnce() throws InterruptedException {
        accessTokens(EXPIRED, now().minusMinutes(5), null);

        List<Thread> replicas = List.of(
                Thread.ofPlatform().start(cleanup::run), Thread.ofPlatform().start(cleanup::run));
        for (Thread replica : replicas) {
            replica.join();
        }

        assertThat(count("access_token")).isZero();
        assertThat(count("token_history")).isEqualTo(EXPIRED);
    }

    @Test
    void usedRefreshTokenStaysUntilItExpires() {
        refreshToken(now().plusDays(1), now().minusHours(5));
        refreshToken(now().minusSeconds(1), now().minusHours(5));

        cleanup.run();

        assertThat(jdbc.sql("select count(*) from refresh_token where session_id = ?")
                        .param(session)
                        .query(Integer.class)
                        .single())
                .isOne();
        assertThat(count("token_history")).isOne();
    }

    @Test
    void endedAndIdleSessionsAreRemovedWithTheirTokens() {
        UUID ended = UUID.randomUUID();
        openSession(ended);
        jdbc.sql("update session set ended_at = ?, last_used_at = ? where id = ?")
                .params(now().minusMinutes(1), now().minusMinutes(2), ended)
                .update();
        jdbc.sql("insert into refresh_token (hash, session_id, expires_at) values (?, ?, ?)")
                .params(UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII), ended, now().plusDays(9))
                .update();
        UUID idle = UUID.randomUUID();
        openSession(idle);
        jdbc.sql("update session set last_used_at = ? where id = ?")
                .params(now().minusDays(31), idle)
                .update();

        cleanup.run();

        assertThat(jdbc.sql("select id from session where account_id = ?")
                        .param(account)
                        .query(UUID.class)
                        .list())
                .containsExactly(session);
        assertThat(count("token_history")).isOne();
    }

    @Test
    void oldHistoryIsDropped() {
        YearMonth old = YearMonth.from(now()).minusMonths(20);
        store.ensurePartition(old);
        assertThat(partitions()).contains("token_history_" + old.toString().replace('-', '_'));

        cleanup.run();

        assertThat(partitions())
                .doesNotContain("token_history_" + old.toString().replace('-', '_'))
                .hasSizeGreaterThan(1);
    }

    @Test
    void archivedTokenIsInvalid() {
        Token token = Token.access(new SecureRandom());
        jdbc.sql("insert into access_token (hash, session_id, account_id, expires_at) values (?, ?, ?, ?)")
                .params(token.hash(), session, account, now().minusSeconds(1))
                .update();

        cleanup.run();

        assertThat(tokens.introspect(token, clock.instant())).isEmpty();
    }

    @Test
    void lockedSessionKeepsTheAccountEnding() throws Exception {
        endAllSessionsOf(account);
        try (OpenTransaction other = OpenTransaction.begin("auth")) {
            other.jdbc()
                    .sql("select id from session where id = ? for update")
                    .param(session)
                    .query(UUID.class)
                    .single();
            cleanup.finishEnding();
            assertThat(isEnding(account)).isTrue();
            other.commit();
        }

        cleanup.finishEnding();
        assertThat(isEnding(account)).isFalse();
        assertThat(endedSessions()).isOne();
    }

    @Test
    void lockedTokenKeepsTheAccountEnding() throws Exception {
        accessTokens(1, now().plusHours(1), null);
        endAllSessionsOf(account);
        try (OpenTransaction other = OpenTransaction.begin("auth")) {
            other.jdbc()
                    .sql("select account_id from access_token where account_id = ? for update")
                    .param(account)
                    .query(UUID.class)
                    .single();
            cleanup.finishEnding();
            assertThat(isEnding(account)).isTrue();
            other.commit();
        }

        cleanup.finishEnding();
        assertThat(isEnding(account)).isFalse();
        assertThat(count("access_token")).isZero();
    }

    @Test
    void failureForOneAccountDelaysNoOther() {
        UUID failing = UUID.randomUUID();
        insertAccount(failing);
        openSession(UUID.randomUUID(), failing);
        endAllSessionsOf(failing);
        clock.advance(Duration.ofSeconds(1));
        endAllSessionsOf(account);
        jdbc.sql("""
                create function full_disk() returns trigger language plpgsql as
                $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$
                """).update();
        try {
            jdbc.sql("""
                    create trigger full_disk before update on session for each row
                    when (old.account_id = '%s') execute function full_disk()
                    """.formatted(failing)).update();

            cleanup.finishEnding();

            assertThat(isEnding(failing)).isTrue();
            assertThat(isEnding(account)).isFalse();
        } finally {
            jdbc.sql("drop function full_disk() cascade").update();
            jdbc.sql("delete from account where id = ?").param(failing).update();
        }
    }

    private void endAllSessionsOf(UUID id) {
        // Earlier than those that other tests may have left.
        jdbc.sql("update account set session_epoch = session_epoch + 1, ending_since = :since where id = :id")
                .param("id", id)
                .param("since", now().minusYears(1))
                .update();
    }

    private boolean isEnding(UUID id) {
        return jdbc.sql("select ending_since is not null from account where id = ?")
                .param(id)
                .query(Boolean.class)
                .single();
    }

    private int endedSessions() {
        return jdbc.sql("select count(*) from session where account_id = ? and ended_at is not null")
                .param(account)
                .query(Integer.class)
                .single();
    }

    private void openSession(UUID id) {
        openSession(id, account);
    }

    private void openSession(UUID id, UUID ofAccount) {
        jdbc.sql("""
                insert into session (id, account_id, created_at, last_used_at, address) values (?, ?, ?, ?, '192.0.2.1')
                """).params(id, ofAccount, now(), now()).update();
    }

    private void accessTokens(int count, OffsetDateTime expires, @Nullable OffsetDateTime revoked) {
        for (int from = 0; from < count; from += 50_000) {
            jdbc.sql("""
                    insert into access_token (hash, session_id, account_id, expires_at, revoked_at)
                    select sha256(cast(gen_random_uuid() as text)::bytea), :session, :account, :expires, :revoked
                    from generate_series(1, :count)
                    """)
                    .param("session", session)
                    .param("account", account)
                    .param("expires", expires)
                    .param("revoked", revoked, Types.TIMESTAMP_WITH_TIMEZONE)
                    .param("count", Math.min(50_000, count - from))
                    .update();
        }
    }

    private void refreshToken(OffsetDateTime expires, OffsetDateTime rotated) {
        jdbc.sql(
                        "insert into refresh_token (hash, session_id, expires_at, rotated_at) values (sha256(cast(gen_random_uuid() as text)::bytea), ?, ?, ?)")
                .params(session, expires, rotated)
                .update();
    }

    private int count(String table) {
        return jdbc.sql("select count(*) from %s where account_id = ?".formatted(table))
                .param(account)
                .query(Integer.class)
                .single();
    }

    private List<String> partitions() {
        return jdbc.sql("select inhrelid::regclass::text from pg_inherits where inhparent = 'token_history'::regclass")
                .query((row, _) -> row.getString(1))
                .list();
    }

    private OffsetDateTime now() {
        return clock.instant().atOffset(ZoneOffset.UTC);
    }
}

package dev.haru.auth.session;

import static dev.haru.platform.database.Instants.at;

import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.YearMonth;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/**
 * The statements of the clean-up. Each method is one short transaction.
 *
 * <p>Longer than 120 lines because it keeps the statements of the clean-up together.
 */
@Repository
class CleanupStore {

    private static final String PARTITION = "token_history_";

    private final JdbcClient jdbc;

    CleanupStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Creates the partition of a month, if it does not exist. Two replicas may call this method at once. */
    @Transactional
    void ensurePartition(YearMonth month) {
        if (partitions().contains(nameOf(month))) {
            return;
        }
        jdbc.sql("select pg_advisory_xact_lock(hashtext('token_history'))")
                .query((_, _) -> true)
                .single();
        jdbc.sql(
                        "create table if not exists %s partition of token_history for values from ('%s-01 00:00+00') to ('%s-01 00:00+00')"
                                .formatted(nameOf(month), month, month.plusMonths(1)))
                .update();
    }

    @Transactional
    void dropPartitionsBefore(YearMonth oldest) {
        String first = nameOf(oldest);
        partitions().stream()
                .filter(partition -> partition.compareTo(first) < 0)
                .forEach(partition ->
                        jdbc.sql("drop table if exists " + partition).update());
    }

    /** Archives access tokens that are expired or revoked. */
    @Transactional
    int archiveAccessTokens(Instant now, int batch) {
        return jdbc.sql("""
                        with dead as (
                            select hash from access_token
                            where least(expires_at, revoked_at) <= :now
                            order by least(expires_at, revoked_at)
                            limit :batch
                            for update skip locked),
                        gone as (
                            delete from access_token token using dead where token.hash = dead.hash
                            returning token.hash, session_id, account_id, expires_at, revoked_at)
                        insert into token_history
                            (hash, kind, session_id, account_id, expires_at, revoked_at, archived_at)
                        select hash, 'access', session_id, account_id, expires_at, revoked_at, :now from gone
                        """).param("now", at(now)).param("batch", batch).update();
    }

    /** Archives access tokens of sessions that have ended. */
    @Transactional
    int archiveEndedAccessTokens(Instant now, int batch) {
        return archiveAccessTokensOf("session.ended_at <= :now", null, now, batch);
    }

    /** Archives access tokens of an account's sessions that have ended. */
    @Transactional
    int archiveEndedAccessTokens(UUID accountId, Instant now, int batch) {
        return archiveAccessTokensOf(
                "session.account_id = :account and session.ended_at <= :now", accountId, now, batch);
    }

    private int archiveAccessTokensOf(String sessions, @Nullable UUID accountId, Instant now, int batch) {
        return jdbc.sql("""
                        with dead as (
                            select hash from access_token where hash in (
                                select token.hash from session cross join lateral (
                                    select hash from access_token where session_id = session.id limit :batch) token
                                where %s
                                limit :batch)
                            for update skip locked),
                        gone as (
                            delete from access_token token using dead where token.hash = dead.hash
                            returning token.hash, session_id, account_id, expires_at, revoked_at)
                        insert into token_history
                            (hash, kind, session_id, account_id, expires_at, revoked_at, archived_at)
                        select hash, 'access', session_id, account_id, expires_at, coalesce(revoked_at, :now), :now from gone
                        """.formatted(sessions))
                .param("account", accountId, Types.OTHER)
                .param("now", at(now))
                .param("batch", batch)
                .update();
    }

    /** The accounts with ended sessions whose tokens are still in the tables. */
    @Transactional
    List<EndingAccount> endingAccounts(int limit) {
        return jdbc.sql("""
                        select id, ending_since from account where ending_since is not null
                        order by ending_since limit :limit
                        """)
                .param("limit", limit)
                .query((row, _) -> new EndingAccount(
                        row.getObject("id", UUID.class), row.getObject("ending_since", OffsetDateTime.class)))
                .list();
    }

    /** Ends the sessions of an account whose epoch is below the account's epoch. */
    @Transactional
    int endSessionsBelowEpoch(UUID accountId, Instant now, int batch) {
        return jdbc.sql("""
                        update session set ended_at = :now where id in (
                            select session.id from account join session on session.account_id = account.id
                            where account.id = :account and epoch < session_epoch and ended_at is null
                            limit :batch
                            for update of session skip locked)
                        """)
                .param("account", accountId)
                .param("now", at(now))
                .param("batch", batch)
                .update();
    }

    /**
     * Records that the account's ended sessions have no access tokens left. Does nothing if more sessions have ended
     * since then, or if another transaction held a session or a token, so that the clean-up skipped it.
     */
    @Transactional
    void allEnded(EndingAccount account) {
        jdbc.sql("""
                        update account set ending_since = null
                        where id = :account and ending_since = :since
                          and not exists (
                              select 1 from session
                              where account_id = account.id and epoch < session_epoch and ended_at is null)
                          and not exists (
                              select 1 from session join access_token on access_token.session_id = session.id
                              where session.account_id = account.id and session.ended_at is not null)
                        """)
                .param("account", account.id())
                .param("since", account.since())
                .update();
    }

    /** Archives expired refresh tokens. A used token stays until it expires, so that its reuse is detected. */
    @Transactional
    int archiveExpiredRefreshTokens(Instant now, int batch) {
        return archiveRefreshTokens(
                "select hash from refresh_token where expires_at <= :now order by expires_at", now, batch);
    }

    /** Archives refresh tokens of sessions that have ended. */
    @Transactional
    int archiveEndedRefreshTokens(Instant now, int batch) {
        return archiveRefreshTokens("""
                select token.hash from refresh_token token join session on session.id = token.session_id
                where session.ended_at <= :now
                """, now, batch);
    }

    private int archiveRefreshTokens(String dead, Instant now, int batch) {
        return jdbc.sql("""
                        with dead as (%s limit :batch for update skip locked),
                        gone as (
                            delete from refresh_token token using dead where token.hash = dead.hash
                            returning token.hash, token.session_id, token.expires_at, token.rotated_at)
                        insert into token_history
                            (hash, kind, session_id, account_id, expires_at, revoked_at, archived_at)
                        select gone.hash, 'refresh', session_id, session.account_id, expires_at,
                               least(rotated_at, session.ended_at), :now
                        from gone join session on session.id = session_id
                        """.formatted(dead))
                .param("now", at(now))
                .param("batch", batch)
                .update();
    }

    /** Removes sessions that have ended or are out of use, once they have no tokens left. */
    @Transactional
    int removeSessions(Instant now, Instant idleSince, int batch) {
        return jdbc.sql("""
                        delete from session where id in (
                            select id from session
                            where (ended_at <= :now or last_used_at <= :idleSince)
                              and not exists (select 1 from refresh_token where session_id = session.id)
                              and not exists (select 1 from access_token where session_id = session.id)
                            limit :batch
                            for update skip locked)
                        """)
                .param("now", at(now))
                .param("idleSince", at(idleSince))
                .param("batch", batch)
                .update();
    }

    private List<String> partitions() {
        return jdbc.sql("select inhrelid::regclass::text from pg_inherits where inhparent = 'token_history'::regclass")
                .query((row, _) -> row.getString(1))
                .list();
    }

    private static String nameOf(YearMonth month) {
        return PARTITION + month.toString().replace('-', '_');
    }

    /** An account, and since when its ended sessions have waited for the clean-up. */
    record EndingAccount(UUID id, OffsetDateTime since) {}
}

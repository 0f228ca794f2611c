package dev.haru.auth.erasure;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Deletes the rows of an account in batches. Each batch stays within the statement time-out. */
@Repository
class ErasureStore {

    /** In this order, so that no deleted row cascades to many others. */
    private static final List<String> DELETES = List.of("""
            delete from access_token where hash in (
                select token.hash from session cross join lateral (
                    select hash from access_token where session_id = session.id limit :batch) token
                where session.account_id = :account
                limit :batch)
            """, """
            delete from refresh_token where hash in (
                select token.hash from session cross join lateral (
                    select hash from refresh_token where session_id = session.id limit :batch) token
                where session.account_id = :account
                limit :batch)
            """, """
            delete from session where id in (
                select id from session where account_id = :account limit :batch)
            """, """
            delete from security_event where id in (
                select id from security_event where account_id = :account limit :batch)
            """, """
            delete from token_history where (hash, archived_at) in (
                select hash, archived_at from token_history where account_id = :account limit :batch)
            """);

    private final JdbcClient jdbc;
    private final Clock clock;
    private final TransactionTemplate transaction;

    ErasureStore(JdbcClient jdbc, Clock clock, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Marks the account's rows as removable. If this process ends, another one deletes them. */
    void allowRemoval(UUID account, Instant now) {
        transaction.executeWithoutResult(_ -> jdbc.sql("update account set removable_since = ? where id = ?")
                .params(now.atOffset(ZoneOffset.UTC), account)
                .update());
    }

    List<UUID> removable(int limit) {
        return transaction.<List<UUID>>execute(
                _ -> jdbc.sql("""
                        select id from account where removable_since is not null
                        order by removable_since limit :limit
                        """).param("limit", limit).query(UUID.class).list());
    }

    /**
     * Deletes rows of an account, and the account itself when no other row is left.
     *
     * @param batch maximum of rows that one statement deletes
     * @param batches maximum of statements for one table
     * @return false if rows are left
     */
    boolean remove(UUID account, int batch, int batches) {
        for (String sql : DELETES) {
            if (!removeAll(sql, account, batch, batches)) {
                return false;
            }
        }
        removeAccount(account);
        return true;
    }

    /**
     * Deletes the account and holds its nickname like a freed one, so that no other account gets it at once.
     * {@code FreedNicknames} writes the same row for a change of the nickname. It cannot write this one: it refuses an
     * account that holds too many nicknames, and needs the nickname's text. Here one statement copies the digests and
     * deletes the account.
     */
    private void removeAccount(UUID account) {
        transaction.executeWithoutResult(_ -> jdbc.sql("""
                        with freed as (
                            insert into freed_nickname (digest, skeleton_digest, account_id, freed_at)
                            select sha256(convert_to(nickname_key, 'UTF8')), sha256(convert_to(nickname_skeleton, 'UTF8')), id, :now
                            from account where id = :account
                            on conflict (digest) do update set account_id = excluded.account_id,
                                skeleton_digest = excluded.skeleton_digest, freed_at = excluded.freed_at)
                        delete from account where id = :account
                        """)
                .param("account", account)
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .update());
    }

    private boolean removeAll(String sql, UUID account, int batch, int batches) {
        for (int i = 0; i < batches; i++) {
            int removed = transaction.<Integer>execute(_ -> jdbc.sql(sql)
                    .param("account", account)
                    .param("batch", batch)
                    .update());
            if (removed < batch) {
                return true;
            }
        }
        return false;
    }
}

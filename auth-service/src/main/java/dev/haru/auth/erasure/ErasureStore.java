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

/**
 * Deletes the rows of an account in batches. Each batch stays within the statement time-out.
 *
 * <p>Longer than 120 lines because it keeps the statements of a removal together.
 */
@Repository
class ErasureStore {

    /**
     * In this order, so that no deleted row cascades to others. Each statement returns the number of rows that it
     * deleted. It skips rows that another transaction has locked, for example another replica that removes the same
     * account. Two such statements that wait for each other would be a deadlock.
     */
    private static final List<String> DELETES = List.of(
            """
            with batch as materialized (
                select token.hash from session cross join lateral (
                    select hash from access_token where session_id = session.id
                    limit :batch for update skip locked) token
                where session.account_id = :account
                limit :batch),
            gone as (
                delete from access_token where hash in (select hash from batch))
            select count(*) from batch
            """, """
            with batch as materialized (
                select token.hash from session cross join lateral (
                    select hash from refresh_token where session_id = session.id
                    limit :batch for update skip locked) token
                where session.account_id = :account
                limit :batch),
            gone as (
                delete from refresh_token where hash in (select hash from batch))
            select count(*) from batch
            """, deleteById("session", """
                and not exists (select 1 from access_token where session_id = session.id)
                and not exists (select 1 from refresh_token where session_id = session.id)
            """), deleteById("security_event", ""), deleteById("device", ""), """
            with batch as materialized (
                select hash, archived_at from token_history where account_id = :account
                limit :batch for update skip locked),
            gone as (
                delete from token_history where (hash, archived_at) in (select hash, archived_at from batch))
            select count(*) from batch
            """);

    /**
     * Deletes the account and holds its nickname like a freed one, so that no other account gets it at once.
     * {@code FreedNicknames} writes the same rows for a change of the nickname. It cannot write these: it refuses an
     * account that holds too many nicknames, and needs the nickname's text. Here one statement copies the digests and
     * deletes the account. It deletes no account that has a row in a table of {@link #DELETES}; a table without a
     * foreign key would keep this row.
     */
    private static final String DELETE_ACCOUNT = """
            with empty as materialized (
                select id, nickname_folded, nickname_key, nickname_skeleton from account
                where id = :account
                  and not exists (select 1 from session where account_id = :account)
                  and not exists (select 1 from security_event where account_id = :account)
                  and not exists (select 1 from device where account_id = :account)
                  and not exists (select 1 from token_history where account_id = :account)
                for update),
            freed as (
                insert into freed_nickname (digest, skeleton_digest, account_id, freed_at)
                select sha256(convert_to(key, 'UTF8')), sha256(convert_to(nickname_skeleton, 'UTF8')), id, :now
                from empty cross join lateral (
                    select nickname_key union select coalesce(nickname_folded, nickname_key)) keys (key)
                on conflict (digest) do update set account_id = excluded.account_id,
                    skeleton_digest = excluded.skeleton_digest, freed_at = excluded.freed_at)
            delete from account where id in (select id from empty)
            """;

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
     * @return whether this call deleted the account; false also while another transaction has locked one of its rows
     */
    boolean remove(UUID account, int batch, int batches) {
        return DELETES.stream().allMatch(sql -> removeAll(sql, account, batch, batches)) && removeAccount(account);
    }

    private boolean removeAccount(UUID account) {
        return transaction.<Integer>execute(_ -> jdbc.sql(DELETE_ACCOUNT)
                        .param("account", account)
                        .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                        .update())
                > 0;
    }

    /**
     * Repeats until a batch is partial, or until the maximum of batches. Returns whether the last batch was partial: it
     * skipped locked rows, so no other row is left.
     */
    private boolean removeAll(String sql, UUID account, int batch, int batches) {
        int deleted = batch;
        for (int i = 0; i < batches && deleted == batch; i++) {
            deleted = transaction.<Integer>execute(_ -> jdbc.sql(sql)
                    .param("account", account)
                    .param("batch", batch)
                    .query(Integer.class)
                    .single());
        }
        return deleted < batch;
    }

    private static String deleteById(String table, String condition) {
        return """
                with batch as materialized (
                    select id from %1$s where account_id = :account %2$s
                    limit :batch for update skip locked),
                gone as (delete from %1$s where id in (select id from batch))
                select count(*) from batch
                """.formatted(table, condition);
    }
}

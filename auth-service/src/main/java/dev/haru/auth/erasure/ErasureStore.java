package dev.haru.auth.erasure;

import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Removes the rows of an account, in steps that each stay within the statement's time-out. */
@Repository
class ErasureStore {

    private static final int BATCH = 1000;

    private final JdbcClient jdbc;
    private final TransactionTemplate transaction;

    ErasureStore(JdbcClient jdbc, PlatformTransactionManager transactions) {
        this.jdbc = jdbc;
        this.transaction = new TransactionTemplate(transactions);
    }

    void remove(UUID account) {
        removeAll("""
                delete from security_event where id in (
                    select id from security_event where account_id = :account limit :batch)
                """, account);
        removeAll("""
                delete from session where id in (
                    select id from session where account_id = :account limit :batch)
                """, account);
        removeAll("""
                delete from token_history where (hash, archived_at) in (
                    select hash, archived_at from token_history where account_id = :account limit :batch)
                """, account);
        transaction.executeWithoutResult(_ -> jdbc.sql("delete from account where id = :account")
                .param("account", account)
                .update());
    }

    private void removeAll(String sql, UUID account) {
        int removed;
        do {
            removed = transaction.<Integer>execute(_ -> jdbc.sql(sql)
                    .param("account", account)
                    .param("batch", BATCH)
                    .update());
        } while (removed == BATCH);
    }
}

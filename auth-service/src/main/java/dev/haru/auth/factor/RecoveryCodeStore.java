package dev.haru.auth.factor;

import static dev.haru.platform.database.Instants.at;

import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The table of recovery codes. */
@Repository
class RecoveryCodeStore {

    private final JdbcClient jdbc;
    private final JdbcClient autocommit;

    RecoveryCodeStore(JdbcClient jdbc, DataSource dataSource) {
        this.jdbc = jdbc;
        this.autocommit = Autocommit.over(dataSource);
    }

    @Transactional(propagation = Propagation.MANDATORY)
    void replace(UUID account, List<byte[]> hashes, Instant now) {
        remove(account);
        hashes.forEach(
                hash -> jdbc.sql("insert into recovery_code (account_id, code_hash, created_at) values (?, ?, ?)")
                        .params(account, hash, at(now))
                        .update());
    }

    @Transactional(propagation = Propagation.MANDATORY)
    void remove(UUID account) {
        jdbc.sql("delete from recovery_code where account_id = ?")
                .param(account)
                .update();
    }

    @Transactional(propagation = Propagation.MANDATORY)
    void removeSince(UUID account, Instant since) {
        jdbc.sql("delete from recovery_code where account_id = ? and created_at >= ?")
                .params(account, at(since))
                .update();
    }

    @Transactional(propagation = Propagation.MANDATORY)
    boolean exists(UUID account) {
        return jdbc.sql("select exists (select 1 from recovery_code where account_id = ?)")
                .param(account)
                .query(Boolean.class)
                .single();
    }

    /** Marks a code as used. Returns false if the account has no such unused code. */
    boolean use(UUID account, byte[] hash, Instant now) {
        return Autocommit.orJoining(autocommit, jdbc)
                        .sql("""
                        update recovery_code set used_at = ? where account_id = ? and code_hash = ? and used_at is null
                        """)
                        .params(at(now), account, hash)
                        .update()
                > 0;
    }

    /** Returns the state of the codes of an account; empty if it has none. */
    Optional<State> state(UUID account) {
        return autocommit
                .sql("""
                        select count(*) filter (where used_at is null) as remaining, max(created_at) as created,
                            max(used_at) as last_used
                        from recovery_code where account_id = ? having count(*) > 0
                        """)
                .param(account)
                .query((row, _) -> new State(
                        row.getInt("remaining"), Instants.of(row, "created"), Instants.orNull(row, "last_used")))
                .optional();
    }

    /**
     * The recovery codes of an account.
     *
     * @param remaining number of unused codes
     * @param createdAt when the owner received the codes
     * @param lastUsedAt when a code was used; null: none
     */
    record State(int remaining, Instant createdAt, @Nullable Instant lastUsedAt) {}
}

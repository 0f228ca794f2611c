package dev.haru.auth.totp;

import static dev.haru.platform.database.Instants.at;

import dev.haru.platform.database.Autocommit;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The secrets of authenticator apps, always encrypted.
 *
 * <p>Longer than 120 lines because it keeps the statements of the two tables together.
 */
@Repository
class TotpStore {

    private final JdbcClient jdbc;
    private final JdbcClient autocommit;

    TotpStore(JdbcClient jdbc, DataSource dataSource) {
        this.jdbc = jdbc;
        this.autocommit = Autocommit.over(dataSource);
    }

    /** Writes the pending secret of an account, which replaces an earlier one. */
    @Transactional(propagation = Propagation.MANDATORY)
    void begin(UUID account, byte[] secret, Instant expiresAt) {
        jdbc.sql("""
                        insert into pending_totp (account_id, secret, expires_at) values (:account, :secret, :expires)
                        on conflict (account_id) do update set secret = excluded.secret, expires_at = excluded.expires_at
                        """)
                .param("account", account)
                .param("secret", secret)
                .param("expires", at(expiresAt))
                .update();
    }

    /** Removes and returns the pending secret of an account. */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<byte[]> takePending(UUID account, Instant now) {
        return jdbc.sql("delete from pending_totp where account_id = ? and expires_at > ? returning secret")
                .params(account, at(now))
                .query(byte[].class)
                .optional();
    }

    /** Returns the factor of the account's authenticator app. */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<UUID> factor(UUID account) {
        return jdbc.sql("select id from factor where account_id = ? and kind = 'totp'")
                .param(account)
                .query(UUID.class)
                .optional();
    }

    /** Writes the confirmed secret of a factor, which replaces an earlier one. */
    @Transactional(propagation = Propagation.MANDATORY)
    void confirm(UUID factor, byte[] secret, byte[] keyId, long step) {
        jdbc.sql("""
                        insert into totp (factor_id, secret, key_id, last_step) values (:factor, :secret, :key, :step)
                        on conflict (factor_id) do update set secret = excluded.secret, key_id = excluded.key_id,
                            last_step = excluded.last_step
                        """)
                .param("factor", factor)
                .param("secret", secret)
                .param("key", keyId)
                .param("step", step)
                .update();
    }

    Optional<StoredTotp> find(UUID account) {
        return Autocommit.orJoining(autocommit, jdbc)
                .sql("""
                        select id, account_id, secret, last_step from factor join totp on factor_id = id
                        where account_id = ? and kind = 'totp'
                        """)
                .param(account)
                .query((row, _) -> stored(row))
                .optional();
    }

    /**
     * Locks the account, as each change of its factors does. Then accepts the code of a step. Returns false if a code
     * of the same or a later step was accepted before.
     */
    boolean use(UUID factor, long step, Instant now) {
        return Autocommit.orJoining(autocommit, jdbc)
                        .sql("""
                        with owner as (
                            select account.id from factor join account on account.id = account_id
                            where factor.id = :factor for share of account),
                        used as (
                            update totp set last_step = :step from owner
                            where factor_id = :factor and last_step < :step
                            returning factor_id)
                        update factor set last_used_at = :now from used where id = used.factor_id
                        """)
                        .param("factor", factor)
                        .param("step", step)
                        .param("now", at(now))
                        .update()
                > 0;
    }

    /** Returns secrets after a factor that are encrypted with a key of another signing secret, by factor. */
    List<StoredTotp> withOtherKey(byte[] keyId, UUID after, int limit) {
        return autocommit
                .sql("""
                        select id, account_id, secret, last_step from totp join factor on id = factor_id
                        where key_id <> ? and factor_id > ? order by factor_id limit ?
                        """)
                .params(keyId, after, limit)
                .query((row, _) -> stored(row))
                .list();
    }

    /** Replaces an encrypted secret, unless the owner has replaced it in the meantime. */
    void replace(StoredTotp stored, byte[] secret, byte[] keyId) {
        autocommit
                .sql("update totp set secret = ?, key_id = ? where factor_id = ? and secret = ?")
                .params(secret, keyId, stored.id(), stored.secret())
                .update();
    }

    /** Deletes at most {@code batch} expired pending secrets. */
    int removeExpired(Instant now, int batch) {
        return autocommit.sql("""
                        delete from pending_totp where account_id in (
                            select account_id from pending_totp where expires_at <= :now
                            limit :batch for update skip locked)
                        """).param("now", at(now)).param("batch", batch).update();
    }

    private static StoredTotp stored(ResultSet row) throws SQLException {
        return new StoredTotp(
                row.getObject("id", UUID.class),
                row.getObject("account_id", UUID.class),
                row.getBytes("secret"),
                row.getLong("last_step"));
    }

    /**
     * A confirmed secret.
     *
     * @param id the id of the factor
     * @param secret the encrypted secret
     * @param lastStep the step of the last accepted code
     */
    record StoredTotp(UUID id, UUID accountId, byte[] secret, long lastStep) {

        @Override
        public String toString() {
            return "StoredTotp[id=" + id + "]";
        }
    }
}

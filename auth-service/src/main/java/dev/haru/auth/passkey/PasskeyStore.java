package dev.haru.auth.passkey;

import static dev.haru.platform.database.Instants.at;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.factor.FactorKind;
import dev.haru.platform.database.Instants;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The table of passkeys, and that of used challenges.
 *
 * <p>Longer than 120 lines because it keeps all statements about passkeys together.
 */
@Repository
class PasskeyStore {

    private final JdbcClient jdbc;

    PasskeyStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Returns the passkeys of an account, oldest first. */
    @Transactional
    List<Passkey> list(UUID account) {
        return jdbc.sql("""
                        select id, name, credential_id, transports, backed_up, created_at, last_used_at
                        from factor join passkey on factor_id = id
                        where account_id = ? order by created_at, id
                        """)
                .param(account)
                .query((row, _) -> new Passkey(
                        row.getObject("id", UUID.class),
                        row.getString("name"),
                        row.getBytes("credential_id"),
                        transports(row.getString("transports")),
                        row.getBoolean("backed_up"),
                        Instants.of(row, "created_at"),
                        Instants.orNull(row, "last_used_at")))
                .list();
    }

    /** Returns the nickname of an account that is not erased. */
    @Transactional
    Optional<String> nicknameOf(UUID account) {
        return jdbc.sql("select nickname from account where id = ? and erased_at is null")
                .param(account)
                .query(String.class)
                .optional();
    }

    @Transactional(propagation = Propagation.MANDATORY)
    int count(UUID account) {
        return jdbc.sql("select count(*) from factor where account_id = ? and kind = ?")
                .params(account, FactorKind.PASSKEY.code())
                .query(Integer.class)
                .single();
    }

    /** Inserts the passkey of a factor. Throws a duplicate key exception if an account has the credential. */
    @Transactional(propagation = Propagation.MANDATORY)
    void insert(UUID factor, NewPasskey passkey) {
        jdbc.sql("""
                        insert into passkey
                            (factor_id, credential_id, credential, sign_count, backup_eligible, backed_up, transports)
                        values (:factor, :id, :credential, :signCount, :backupEligible, :backedUp, :transports)
                        """)
                .param("factor", factor)
                .param("id", passkey.credentialId())
                .param("credential", passkey.credential())
                .param("signCount", passkey.signCount())
                .param("backupEligible", passkey.backupEligible())
                .param("backedUp", passkey.backedUp())
                .param("transports", String.join(",", passkey.transports()))
                .update();
    }

    /** Returns false if the account has no such passkey. */
    @Transactional
    boolean rename(UUID account, UUID id, String name) {
        return jdbc.sql("update factor set name = :name where id = :id and account_id = :account and kind = :kind")
                        .param("name", name)
                        .param("id", id)
                        .param("account", account)
                        .param("kind", FactorKind.PASSKEY.code())
                        .update()
                > 0;
    }

    @Transactional(propagation = Propagation.MANDATORY)
    boolean exists(UUID account, UUID id) {
        return jdbc.sql("select 1 from factor where id = ? and account_id = ? and kind = ?")
                .params(id, account, FactorKind.PASSKEY.code())
                .query()
                .optionalValue()
                .isPresent();
    }

    /** Finds a passkey by the id of its credential, and whether the challenge was used. */
    @Transactional
    Optional<StoredPasskey> find(byte[] credentialId, byte[] challengeDigest) {
        return jdbc.sql("""
                        select account_id, nickname, session_epoch, factor_id, credential, sign_count, backup_eligible, backed_up,
                            exists (select 1 from used_passkey_challenge where digest = :digest) as used
                        from passkey join factor on factor.id = factor_id join account on account.id = account_id
                        where credential_id = :id and erased_at is null
                        """)
                .param("digest", challengeDigest)
                .param("id", credentialId)
                .query((row, _) -> new StoredPasskey(
                        row.getObject("account_id", UUID.class),
                        Accounts.keyOf(row.getString("nickname")),
                        row.getLong("session_epoch"),
                        row.getObject("factor_id", UUID.class),
                        row.getBytes("credential"),
                        row.getLong("sign_count"),
                        row.getBoolean("backup_eligible"),
                        row.getBoolean("backed_up"),
                        row.getBoolean("used")))
                .optional();
    }

    /** Locks the account until the transaction ends, so that changes of its passkeys wait. */
    @Transactional(propagation = Propagation.MANDATORY)
    void lock(UUID account) {
        jdbc.sql("select 1 from account where id = ? for share")
                .param(account)
                .query()
                .listOfRows();
    }

    /** Records the use of a challenge. Returns false if it was used before. */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean useChallenge(byte[] digest, Instant expiresAt) {
        return jdbc.sql("insert into used_passkey_challenge (digest, expires_at) values (?, ?) on conflict do nothing")
                        .params(digest, at(expiresAt))
                        .update()
                > 0;
    }

    /**
     * Records a use of a passkey. Returns false if the passkey was removed, or a concurrent use has counted as far: of
     * two clones that sign at the same time, one is refused.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean use(UUID factor, long signCount, boolean backedUp, Instant now) {
        int used = jdbc.sql("""
                        update passkey set sign_count = :signCount, backed_up = :backedUp
                        where factor_id = :factor and (sign_count < :signCount or sign_count = 0 and :signCount = 0)
                        """)
                .param("signCount", signCount)
                .param("backedUp", backedUp)
                .param("factor", factor)
                .update();
        return used > 0
                && jdbc.sql("update factor set last_used_at = ? where id = ?")
                                .params(at(now), factor)
                                .update()
                        > 0;
    }

    /** Deletes at most {@code batch} expired challenges. */
    @Transactional
    int removeExpired(Instant now, int batch) {
        return jdbc.sql("""
                        delete from used_passkey_challenge where digest in (
                            select digest from used_passkey_challenge where expires_at <= :now
                            limit :batch for update skip locked)
                        """).param("now", at(now)).param("batch", batch).update();
    }

    private static List<String> transports(String text) {
        return text.isEmpty() ? List.of() : List.of(text.split(","));
    }
}

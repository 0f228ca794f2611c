package dev.haru.auth.email;

import static dev.haru.platform.database.Instants.at;

import dev.haru.auth.email.EmailStore.Claim;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The pending verifications of addresses, at most one for each account. A change locks the account first, as all
 * changes of accounts do. Otherwise two changes would wait for each other.
 */
@Repository
class VerificationStore {

    private final JdbcClient jdbc;

    VerificationStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Locks the account until the transaction ends, so that its other changes wait. */
    @Transactional(propagation = Propagation.MANDATORY)
    void lock(UUID account) {
        jdbc.sql("select 1 from account where id = ? for no key update")
                .param(account)
                .query()
                .listOfRows();
    }

    /** Writes the pending verification of an account, which replaces an earlier one. */
    @Transactional(propagation = Propagation.MANDATORY)
    void begin(UUID account, String email, byte[] tokenHash, byte[] codeHash, Instant expiresAt) {
        jdbc.sql("""
                        insert into email_verification (account_id, email, token_hash, code_hash, expires_at)
                        values (:account, :email, :token, :code, :expires)
                        on conflict (account_id) do update set email = excluded.email, tries = 0,
                            token_hash = excluded.token_hash, code_hash = excluded.code_hash,
                            expires_at = excluded.expires_at
                        """)
                .param("account", account)
                .param("email", email)
                .param("token", tokenHash)
                .param("code", codeHash)
                .param("expires", at(expiresAt))
                .update();
    }

    /** Counts a try, and returns the hash of the right code; empty without a pending verification or without tries. */
    @Transactional
    Optional<byte[]> takeTry(UUID account, int tries, Instant now) {
        return jdbc.sql("""
                        update email_verification set tries = tries + 1
                        where account_id = :account and tries < :tries and expires_at > :now
                        returning code_hash
                        """)
                .param("account", account)
                .param("tries", tries)
                .param("now", at(now))
                .query(byte[].class)
                .optional();
    }

    /** Removes the verification with this code, so that it is used once. Returns its address. */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<String> takeByCode(UUID account, byte[] codeHash) {
        lock(account);
        return jdbc.sql("delete from email_verification where account_id = ? and code_hash = ? returning email")
                .params(account, codeHash)
                .query(String.class)
                .optional();
    }

    /** Removes the verification with this token, so that it is used once. */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<Claim> takeByToken(byte[] tokenHash, Instant now) {
        jdbc.sql("""
                        select 1 from account join email_verification on account_id = account.id
                        where token_hash = ? for no key update of account
                        """).param(tokenHash).query().listOfRows();
        return jdbc.sql("""
                        delete from email_verification where token_hash = :token and expires_at > :now
                        returning account_id, email
                        """)
                .param("token", tokenHash)
                .param("now", at(now))
                .query((row, _) -> new Claim(row.getObject("account_id", UUID.class), row.getString("email")))
                .optional();
    }

    /** Removes the pending verification. */
    @Transactional(propagation = Propagation.MANDATORY)
    void cancel(UUID account) {
        lock(account);
        jdbc.sql("delete from email_verification where account_id = ?")
                .param(account)
                .update();
    }

    /** Deletes at most {@code batch} expired verifications. Returns their number. */
    @Transactional
    int removeExpired(Instant now, int batch) {
        return jdbc.sql("""
                        delete from email_verification where account_id in (
                            select account_id from email_verification where expires_at <= :now
                            limit :batch for update skip locked)
                        """).param("now", at(now)).param("batch", batch).update();
    }
}

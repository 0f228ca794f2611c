package dev.haru.auth.recovery;

import static dev.haru.platform.database.Instants.at;

import dev.haru.auth.account.Accounts;
import dev.haru.auth.mail.MailAddress;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The tokens of recoveries, one for each account. A token is bound to the verified address of the time of its delivery:
 * after a change of the address, it is invalid. A change of the password does not end it. Otherwise a thief who knows
 * the password could change it again and again, and no link of the owner would be valid for long enough. The digest of
 * the password is written for pods of the version before, which compare it.
 *
 * <p>Longer than 120 lines because all statements about the tokens are in one place.
 */
@Repository
class RecoveryStore {

    private final JdbcClient jdbc;

    RecoveryStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Writes the token for the account that has verified this address. Returns false if there is none. A token replaces
     * one of an earlier request, and not one of a later request, whose mail was sent first. A mail that is delivered
     * again keeps its token if that is valid still; a used token stays invalid.
     */
    @Transactional
    boolean begin(String emailKey, byte[] tokenHash, Instant expiresAt) {
        return jdbc.sql("""
                        insert into recovery_token (account_id, token_hash, expires_at, email_key, password_digest)
                        select id, :token, :expires, verified_email_key, sha256(convert_to(password_hash, 'UTF8'))
                        from account where verified_email_key = :key and erased_at is null
                        on conflict (account_id) do update set
                            token_hash = excluded.token_hash, expires_at = excluded.expires_at,
                            email_key = excluded.email_key, password_digest = excluded.password_digest
                        where recovery_token.expires_at < excluded.expires_at
                            or (recovery_token.token_hash, recovery_token.email_key)
                                = (excluded.token_hash, excluded.email_key)
                        """)
                        .param("token", tokenHash)
                        .param("expires", at(expiresAt))
                        .param("key", emailKey)
                        .update()
                > 0;
    }

    /** Returns the account of a valid token. */
    @Transactional
    Optional<UUID> accountOf(byte[] tokenHash, Instant now) {
        return jdbc.sql("""
                        select account_id from recovery_token join account on account.id = account_id
                        where token_hash = :token and expires_at > :now and erased_at is null
                            and verified_email_key = recovery_token.email_key
                        """)
                .param("token", tokenHash)
                .param("now", at(now))
                .query(UUID.class)
                .optional();
    }

    /** Returns the verified address of an account. */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<MailAddress> verifiedEmailOf(UUID account) {
        return jdbc.sql(
                        "select verified_email, verified_email_key from account where id = ? and verified_email_key is not null")
                .param(account)
                .query(RecoveryStore::verifiedEmail)
                .optional();
    }

    /** Returns the language of the mails to an account, ISO 639; empty for the default. */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<String> mailLanguageOf(UUID account) {
        return jdbc.sql("select mail_language from account where id = ? and mail_language is not null")
                .param(account)
                .query(String.class)
                .optional();
    }

    /** Returns the verified address of the account of a token. */
    @Transactional
    Optional<MailAddress> verifiedEmailOf(byte[] tokenHash) {
        return jdbc.sql("""
                        select verified_email, verified_email_key
                        from recovery_token join account on account.id = account_id
                        where token_hash = ? and verified_email_key is not null
                        """)
                .param(tokenHash)
                .query(RecoveryStore::verifiedEmail)
                .optional();
    }

    private static MailAddress verifiedEmail(ResultSet row, int number) throws SQLException {
        return MailAddress.ofVerified(row.getString("verified_email"), row.getString("verified_email_key"));
    }

    /**
     * Retires a valid token, so that it is used once, and sets the password of its account. Returns the account and its
     * nickname key; empty for an invalid token. The row remains until it expires, with a hash that belongs to no token:
     * a mail that is delivered again finds it, and does not write its token again. The account is locked before the
     * token, as by each change of an account.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<Recovered> reset(byte[] tokenHash, String passwordHash, Instant now) {
        return jdbc.sql("""
                        with owner as materialized (
                            select account.id from recovery_token join account on account.id = account_id
                            where token_hash = :token for no key update of account),
                        taken as (
                            update recovery_token set token_hash = sha256(token_hash) from owner
                            where account_id = owner.id and token_hash = :token and expires_at > :now
                            returning account_id, email_key)
                        update account set password_hash = :hash from taken
                        where account.id = taken.account_id and erased_at is null
                            and verified_email_key = taken.email_key
                        returning account.id, nickname
                        """)
                .param("token", tokenHash)
                .param("now", at(now))
                .param("hash", passwordHash)
                .query((row, _) ->
                        new Recovered(row.getObject("id", UUID.class), Accounts.keyOf(row.getString("nickname"))))
                .optional();
    }

    /** Deletes at most {@code batch} expired tokens. */
    @Transactional
    int removeExpired(Instant now, int batch) {
        return jdbc.sql("""
                        delete from recovery_token where account_id in (
                            select account_id from recovery_token where expires_at <= :now
                            limit :batch for update skip locked)
                        """).param("now", at(now)).param("batch", batch).update();
    }

    /** An account with a new password. */
    record Recovered(UUID account, String nicknameKey) {}
}

package dev.haru.auth.email;

import static dev.haru.platform.database.Instants.at;

import dev.haru.auth.email.EmailStore.Claim;
import dev.haru.auth.email.EmailStore.Previous;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** The former addresses of accounts, with the tokens that restore them. */
@Repository
class RevertStore {

    /**
     * Maximum of changes of an account that can be undone at a time. The oldest ones are kept: the owner's is first.
     */
    static final int MAX_REVERTS = 10;

    private final JdbcClient jdbc;

    RevertStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Writes a former address. Returns false, and writes nothing, if {@value #MAX_REVERTS} changes of the account can
     * be undone already. The caller has changed the account in this transaction, so that concurrent changes wait.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean add(UUID account, Previous former, byte[] tokenHash, Instant now, Instant expiresAt) {
        return jdbc.sql("""
                        insert into email_revert (token_hash, account_id, email, mail_language, expires_at)
                        select :token, :account, :email, :language, :expires
                        where (select count(*) from email_revert where account_id = :account and expires_at > :now) < :max
                        """)
                        .param("token", tokenHash)
                        .param("account", account)
                        .param("email", former.email())
                        .param("language", former.language(), Types.VARCHAR)
                        .param("expires", at(expiresAt))
                        .param("now", at(now))
                        .param("max", MAX_REVERTS)
                        .update()
                > 0;
    }

    /**
     * Removes the former address of this token, and those of later changes. An earlier one remains, so that the oldest
     * address always wins. Returns the account and the address of the token.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<Former> take(byte[] tokenHash, Instant now) {
        // The lock of the account makes a concurrent change wait, whose link would otherwise remain.
        return jdbc.sql("""
                        select account.id, email_revert.email, email_revert.mail_language, email_revert.expires_at
                        from email_revert join account on account.id = account_id
                        where token_hash = :token and expires_at > :now
                        for no key update of account
                        """)
                .param("token", tokenHash)
                .param("now", at(now))
                .query((row, _) -> new Former(
                        new Claim(row.getObject("id", UUID.class), row.getString("email")),
                        row.getString("mail_language"),
                        row.getObject("expires_at", OffsetDateTime.class).toInstant()))
                .optional()
                .filter(former -> removeFrom(former, tokenHash));
    }

    /** Returns false if a concurrent request has used the token or an earlier one. */
    private boolean removeFrom(Former former, byte[] tokenHash) {
        boolean unused = jdbc.sql("delete from email_revert where token_hash = ?")
                        .param(tokenHash)
                        .update()
                > 0;
        jdbc.sql("delete from email_revert where account_id = ? and expires_at >= ?")
                .params(former.claim().account(), at(former.restorableUntil()))
                .update();
        return unused;
    }

    /** Deletes at most {@code batch} expired former addresses. Returns their number. */
    @Transactional
    int removeExpired(Instant now, int batch) {
        return jdbc.sql("""
                        delete from email_revert where token_hash in (
                            select token_hash from email_revert where expires_at <= :now
                            limit :batch for update skip locked)
                        """).param("now", at(now)).param("batch", batch).update();
    }

    /**
     * A former address of an account.
     *
     * @param language the language of its mails, ISO 639; null for English
     * @param restorableUntil the end of the time in which the change can be undone
     */
    record Former(Claim claim, @Nullable String language, Instant restorableUntil) {}
}

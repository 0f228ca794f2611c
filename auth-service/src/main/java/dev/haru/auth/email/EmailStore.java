package dev.haru.auth.email;

import static dev.haru.platform.database.Instants.at;

import dev.haru.auth.email.RevertStore.Former;
import dev.haru.auth.mail.MailAddress;
import dev.haru.platform.language.Languages;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The addresses of accounts. A change of the verified address removes the pending verification first.
 *
 * <p>Longer than 120 lines because it keeps the statements about the addresses of an account together.
 */
@Repository
class EmailStore {

    private final JdbcClient jdbc;
    private final VerificationStore verifications;

    EmailStore(JdbcClient jdbc, VerificationStore verifications) {
        this.jdbc = jdbc;
        this.verifications = verifications;
    }

    @Transactional
    Optional<Addresses> find(UUID account) {
        return jdbc.sql("select email, verified_email from account where id = ? and erased_at is null")
                .param(account)
                .query((row, _) -> new Addresses(row.getString("email"), row.getString("verified_email")))
                .optional();
    }

    /** Returns the nickname of an existing account. */
    @Transactional
    String nicknameOf(UUID account) {
        return jdbc.sql("select nickname from account where id = ?")
                .param(account)
                .query(String.class)
                .single();
    }

    /**
     * Makes the address the verified one, with the language of its mails. Returns the verified address before; empty if
     * the account no longer claims this address.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<Previous> verify(Claim claim, String key, String language, Instant now) {
        return jdbc.sql("""
                        update account set verified_email = :email, verified_email_key = :key, email_verified_at = :now,
                            mail_language = :language
                        where id = :account and email = :email and erased_at is null and disabled_at is null
                        returning old.verified_email as previous, old.verified_email_key as key,
                            old.mail_language as language
                        """)
                .param("account", claim.account())
                .param("email", claim.email())
                .param("key", key)
                .param("language", language)
                .param("now", at(now))
                .query(EmailStore::previous)
                .optional();
    }

    /** Removes the pending verification, and the verified address. Returns that; empty if there was none. */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<Previous> removeVerified(UUID account) {
        verifications.cancel(account);
        return jdbc.sql("""
                        update account set verified_email = null, verified_email_key = null, email_verified_at = null
                        where id = ? and verified_email is not null
                        returning old.verified_email as previous, old.verified_email_key as key, mail_language as language
                        """).param(account).query(EmailStore::previous).optional();
    }

    /**
     * Makes a former address the claimed and the verified one again, with the language of its mails. Empty if the
     * account is erased.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<Restored> restore(Former former, String claimedKey, String key, Instant now) {
        Claim claim = former.claim();
        verifications.cancel(claim.account());
        return jdbc.sql("""
                        update account set email = :email, email_key = :claimedKey, verified_email = :email,
                            verified_email_key = :key, email_verified_at = :now, mail_language = :language,
                            version = version + 1
                        where id = :account and erased_at is null
                        returning nickname, version, old.verified_email as replaced
                        """)
                .param("account", claim.account())
                .param("language", former.language())
                .param("email", claim.email())
                .param("claimedKey", claimedKey)
                .param("key", key)
                .param("now", at(now))
                .query((row, _) ->
                        new Restored(row.getString("nickname"), row.getLong("version"), row.getString("replaced")))
                .optional();
    }

    private static Previous previous(ResultSet row, int number) throws SQLException {
        return new Previous(row.getString("previous"), row.getString("key"), row.getString("language"));
    }

    /** The claimed and the verified address of an account. */
    record Addresses(@Nullable String email, @Nullable String verifiedEmail) {

        boolean isVerified() {
            return email != null && email.equals(verifiedEmail);
        }
    }

    /** An account and an address. */
    record Claim(UUID account, String email) {}

    /**
     * The verified address before a change.
     *
     * @param email null for none
     * @param key its unique key; null for none
     * @param language the language of its mails, ISO 639; null for English
     */
    record Previous(
            @Nullable String email,
            @Nullable String key,
            @Nullable String language) {

        /** Returns the mailbox of an address. */
        MailAddress address() {
            return MailAddress.ofVerified(Objects.requireNonNull(email), Objects.requireNonNull(key));
        }

        /** Returns the language of its mails. */
        String mailLanguage() {
            return Objects.requireNonNullElse(language, Languages.DEFAULT);
        }
    }

    /**
     * An account with its former address.
     *
     * @param replaced the verified address before; null for none
     */
    record Restored(String nickname, long version, @Nullable String replaced) {}
}

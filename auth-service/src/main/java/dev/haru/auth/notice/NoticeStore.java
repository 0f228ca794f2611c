package dev.haru.auth.notice;

import static dev.haru.platform.database.Instants.at;

import dev.haru.auth.event.SecurityEvent;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.mail.MailAddress;
import dev.haru.platform.database.Instants;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The recipients of notices, and the tokens of their links.
 *
 * <p>Longer than 120 lines because it keeps the statements about tokens together.
 */
@Repository
class NoticeStore {

    /** The events whose notices share the limit of mails about second factors. */
    private static final Set<String> ABOUT_FACTORS = Stream.of(
                    Kind.FACTOR_ADDED,
                    Kind.FACTOR_REPLACED,
                    Kind.FACTOR_REMOVED,
                    Kind.RECOVERY_CODES_CREATED,
                    Kind.RECOVERY_CODE_USED,
                    Kind.PASSKEY_COUNTER_DECREASED)
            .map(Kind::code)
            .collect(Collectors.toUnmodifiableSet());

    private final JdbcClient jdbc;

    NoticeStore(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Returns the recipients of an account's notices: its verified address, and the oldest former address that can
     * still be restored, because a thief may have changed or removed the owner's address. None for an erased account,
     * and none of notices that the account has switched off.
     *
     * @param aboutNewDevice whether the notice is about a new device, the only one that an account can switch off
     */
    @Transactional(propagation = Propagation.MANDATORY)
    List<Recipient> recipientsOf(UUID account, Instant now, boolean aboutNewDevice) {
        return jdbc.sql("""
                        select verified_email as email, verified_email_key as key, mail_language
                        from account
                        where id = :account and verified_email_key is not null and erased_at is null
                            and (new_device_notices or not :aboutNewDevice)
                        union all (
                        select former.email, null, former.mail_language
                        from account join email_revert former on former.account_id = account.id
                        where account.id = :account and former.expires_at > :now and erased_at is null
                            and former.email is distinct from verified_email
                            and (new_device_notices or not :aboutNewDevice)
                        order by former.expires_at limit 1)
                        """)
                .param("account", account)
                .param("now", at(now))
                .param("aboutNewDevice", aboutNewDevice)
                .query((row, _) ->
                        new Recipient(row.getString("email"), row.getString("key"), row.getString("mail_language")))
                .list();
    }

    /** Stores the token of a notice to the verified address. */
    @Transactional(propagation = Propagation.MANDATORY)
    void add(byte[] tokenHash, SecurityEvent event, String emailKey, Instant expiresAt) {
        jdbc.sql("""
                        insert into notice_token (token_hash, account_id, email_key, kind, factor_id, event_at, expires_at)
                        values (:token, :account, :key, :kind, :factor, :at, :expires)
                        """)
                .param("token", tokenHash)
                .param("account", event.accountId())
                .param("key", emailKey)
                .param("kind", event.kind().code())
                .param("factor", event.factor(), Types.OTHER)
                .param("at", at(event.at()))
                .param("expires", at(expiresAt))
                .update();
    }

    /**
     * Deletes this token and those of the account's other notices, except notices about factors and recovery codes:
     * their links have an effect of their own. Returns the notice; empty for a token that is unknown, used or expired,
     * or if the verified address of its account has changed.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<UsedNotice> take(byte[] tokenHash, Instant now) {
        // The account is locked first, as by each change of an account. Otherwise two links of an account, each with
        // its
        // row, would wait for each other.
        boolean locked =
                jdbc.sql("""
                        select 1 from account join notice_token on account_id = account.id
                        where token_hash = :token and verified_email_key = notice_token.email_key and erased_at is null
                        for no key update of account
                        """).param("token", tokenHash).query().optionalValue().isPresent();
        Optional<UsedNotice> used = locked ? takeLocked(tokenHash, now) : Optional.empty();
        used.ifPresent(notice -> jdbc.sql("""
                        delete from notice_token
                        where account_id = :account and (kind is null or kind not in (:factors))
                        """)
                .param("account", notice.account())
                .param("factors", ABOUT_FACTORS)
                .update());
        return used;
    }

    /** A concurrent request with the same token, or with another change of the address, has waited for the lock. */
    private Optional<UsedNotice> takeLocked(byte[] tokenHash, Instant now) {
        return jdbc.sql("""
                        delete from notice_token using account
                        where token_hash = :token and expires_at > :now and account.id = account_id
                            and verified_email_key = notice_token.email_key
                        returning account_id, kind, factor_id, coalesce(event_at, :now) as event_at
                        """)
                .param("token", tokenHash)
                .param("now", at(now))
                .query((row, _) -> notice(row))
                .optional();
    }

    private static UsedNotice notice(ResultSet row) throws SQLException {
        String kind = Objects.requireNonNullElse(row.getString("kind"), "");
        return new UsedNotice(
                row.getObject("account_id", UUID.class),
                ABOUT_FACTORS.contains(kind),
                kind.equals(Kind.RECOVERY_CODES_CREATED.code()),
                row.getObject("factor_id", UUID.class),
                Instants.of(row, "event_at"));
    }

    /** Deletes at most {@code batch} expired tokens. Returns their number. */
    @Transactional
    int removeExpired(Instant now, int batch) {
        return jdbc.sql("""
                        delete from notice_token where token_hash in (
                            select token_hash from notice_token where expires_at <= :now
                            order by expires_at limit :batch for update skip locked)
                        """).param("now", at(now)).param("batch", batch).update();
    }

    /**
     * The recipient of an account's notices.
     *
     * @param key the unique key of the verified address; null for a former address
     * @param language the language of the notices, ISO 639; null for English
     */
    record Recipient(
            String email, @Nullable String key, @Nullable String language) {

        /** Returns the mailbox; empty if no mail can be sent to the former address. */
        Optional<MailAddress> address() {
            return key == null ? MailAddress.of(email) : Optional.of(MailAddress.ofVerified(email, key));
        }
    }
}

package dev.haru.auth.account;

import dev.haru.auth.email.EmailVerification;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.mail.MailDomain;
import dev.haru.auth.outbox.Outbox;
import dev.haru.auth.outbox.OutboxMessage;
import dev.haru.auth.proof.FreshProofs;
import dev.haru.platform.email.EmailKey;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Changes the nickname and the e-mail address of an account. The session of the request needs a fresh proof.
 *
 * <p>Longer than 120 lines because it keeps the rules of a change together.
 */
@Component
class IdentifierUpdate {

    private final AccountRepository accounts;
    private final FreedNicknames freed;
    private final FreshProofs proofs;
    private final EmailVerification emails;
    private final Outbox outbox;
    private final SecurityEvents events;
    private final TransactionTemplate transaction;

    IdentifierUpdate(
            AccountRepository accounts,
            FreedNicknames freed,
            FreshProofs proofs,
            EmailVerification emails,
            Outbox outbox,
            SecurityEvents events,
            PlatformTransactionManager transactions) {
        this.accounts = accounts;
        this.freed = freed;
        this.proofs = proofs;
        this.emails = emails;
        this.outbox = outbox;
        this.events = events;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Changes the identifiers and returns the version of the account. If the account has these identifiers already,
     * nothing changes and no proof is needed, unless a verified address remains to be removed. Throws
     * {@link IdentifierTaken}, {@link NicknameChangeLimit}, {@link AccountNotFound}, or the 403 problem of a missing
     * proof.
     *
     * @param origin the origin of the member's request, with its session
     * @param language the language of mails, ISO 639
     */
    long update(UUID id, Nickname nickname, @Nullable String email, Origin origin, String language) {
        try {
            return transaction.execute(_ -> {
                // Before the session, as by each change of an account. Otherwise this change and an end of all other
                // sessions would wait for each other.
                var _ = accounts.lock(id);
                Account account = accounts.findOpen(id).orElseThrow(() -> AccountNotFound.withId(id));
                boolean same = account.hasIdentifiers(nickname, email);
                // A pod of the previous version removes the address, and leaves the verified one.
                if (same && (email != null || !emails.hasVerified(id))) {
                    return account.version();
                }
                proofs.require(id, origin.sessionId());
                if (same) {
                    emails.claimed(id, null, language);
                    return account.version();
                }
                return change(account, nickname, email, origin, language);
            });
        } catch (DataIntegrityViolationException violation) {
            throw IdentifierTaken.of(violation)
                    .<RuntimeException>map(taken -> taken)
                    .orElse(violation);
        }
    }

    private long change(Account account, Nickname nickname, @Nullable String email, Origin origin, String language) {
        UUID id = account.id();
        Nickname old = Nickname.of(account.nickname());
        boolean nicknameChanged = !old.text().equals(nickname.text());
        // An unchanged nickname may be older than the current rules.
        if (nicknameChanged && !Nickname.isValid(nickname.text())) {
            throw InvalidRequest.field("nickname", Message.of("field.nickname"));
        }
        boolean emailChanged = !Objects.equals(account.email(), email);
        if (emailChanged && email != null && !MailDomain.Validator.isValid(email)) {
            throw InvalidRequest.field("email", Message.of("field.mail-domain"));
        }
        if (emailChanged && email != null && accounts.isEmailVerifiedByAnother(EmailKey.of(email), id)) {
            throw IdentifierTaken.email();
        }
        account.changeIdentifiers(nickname, email);
        long version = accounts.saveAndFlush(account).version();
        boolean keyChanged = !old.key().equals(nickname.key());
        // Capitals alone can change the skeleton: i and I are different look-alikes.
        if (keyChanged || !old.skeleton().equals(nickname.skeleton())) {
            freed.take(nickname, id);
        }
        if (keyChanged) {
            freed.hold(old, id);
        }
        outbox.publish(id, new OutboxMessage.IdentifiersChanged(account.nickname(), account.email(), version));
        if (nicknameChanged) {
            events.append(id, Kind.NICKNAME_CHANGED, origin);
        }
        if (emailChanged) {
            events.append(id, Kind.EMAIL_CHANGED, origin);
        }
        if (emailChanged || email == null) {
            emails.claimed(id, email, language);
        }
        return version;
    }
}

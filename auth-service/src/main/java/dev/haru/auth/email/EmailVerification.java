package dev.haru.auth.email;

import dev.haru.auth.email.EmailStore.Addresses;
import dev.haru.auth.email.EmailStore.Claim;
import dev.haru.auth.email.EmailStore.Previous;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.mail.Mail;
import dev.haru.auth.mail.MailAddress;
import dev.haru.auth.mail.MailLimit;
import dev.haru.auth.mail.MailLimit.Scope;
import dev.haru.auth.mail.MailLinks;
import dev.haru.auth.mail.MailOutbox;
import dev.haru.auth.mail.MailTemplate;
import dev.haru.platform.token.Sha256;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Verifies the addresses of accounts. The first account that confirms an address has it. A change keeps the former
 * address until the new one is confirmed, and is then announced at the former one.
 *
 * <p>Longer than 120 lines because it keeps the steps of a verification together.
 */
@Component
public class EmailVerification {

    private final EmailStore store;
    private final VerificationStore verifications;
    private final RevertStore reverts;
    private final EmailTokens tokens;
    private final MailOutbox mails;
    private final MailLinks links;
    private final SecurityEvents events;
    private final EmailProperties properties;
    private final Clock clock;
    private final TransactionTemplate transaction;

    EmailVerification(
            EmailStore store,
            VerificationStore verifications,
            RevertStore reverts,
            EmailTokens tokens,
            MailOutbox mails,
            MailLinks links,
            SecurityEvents events,
            EmailProperties properties,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.store = store;
        this.verifications = verifications;
        this.reverts = reverts;
        this.tokens = tokens;
        this.mails = mails;
        this.links = links;
        this.events = events;
        this.properties = properties;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Sends a link and a code to the new address of an account, in the current transaction. Throws the 429 problem at
     * the account's limit of mails, because an account could otherwise mail any number of addresses. Sends no mail if
     * the account has verified this address, if no mail server is configured, or at another limit. Without a new
     * address, removes the verified address and sends it a link that undoes the removal. Throws the 409 problem if too
     * many changes can be undone already.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void claimed(UUID account, @Nullable String email, String language) {
        if (email == null) {
            store.removeVerified(account).ifPresent(former -> announce(account, former, null));
            return;
        }
        String verified = store.find(account).orElseThrow().verifiedEmail();
        MailAddress address = MailAddress.of(email).orElse(null);
        if (address != null && !email.equals(verified) && mails.isAvailable()) {
            send(account, email, address, language)
                    .filter(reached -> reached.scope() == Scope.ACCOUNT)
                    .ifPresent(this::refuse);
        }
    }

    /** Ends a pending verification in the current transaction: its link and its code are no longer valid. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void cancel(UUID account) {
        verifications.cancel(account);
    }

    /** Returns whether the account has a verified address. */
    public boolean hasVerified(UUID account) {
        return store.find(account).map(Addresses::verifiedEmail).isPresent();
    }

    /** Sends another link and code. Throws a problem if there is nothing to verify or no mail can be sent. */
    void request(UUID account, String language) {
        mails.requireAvailable();
        transaction.executeWithoutResult(_ -> {
            verifications.lock(account);
            Addresses addresses = store.find(account).orElseThrow(EmailProblem::none);
            String email = addresses.email();
            if (email == null) {
                throw EmailProblem.none();
            }
            if (addresses.isVerified()) {
                throw EmailProblem.alreadyVerified();
            }
            MailAddress address = MailAddress.of(email).orElseThrow(EmailProblem::unsupported);
            send(account, email, address, language).ifPresent(this::refuse);
        });
    }

    private void refuse(MailLimit reached) {
        throw mails.tooMany(reached);
    }

    /** Returns the limit that is reached; empty if the mail is written. */
    private Optional<MailLimit> send(UUID account, String email, MailAddress address, String language) {
        String token = tokens.newToken();
        String code = tokens.newCode();
        Mail mail = new Mail(
                address,
                MailTemplate.VERIFY_EMAIL,
                language,
                Map.of(
                        "nickname",
                        unlinked(store.nicknameOf(account)),
                        "code",
                        code,
                        "link",
                        links.to("verify-email", language, token)),
                clock.instant().plus(properties.life()));
        Optional<MailLimit> reached = mails.publish(mail, account);
        if (reached.isEmpty()) {
            verifications.begin(account, email, Sha256.of(token), tokens.hashOfCode(account, code), mail.expiresAt());
        }
        return reached;
    }

    /** Adds a word joiner (U+2060) after each dot, so that no mailbox makes a link of a nickname like a host name. */
    private static String unlinked(String nickname) {
        return nickname.replace(".", ".\u2060");
    }

    /** Verifies the address by the code. Throws {@link EmailProblem}. A try counts also if this method throws. */
    void confirmCode(UUID account, String code, Origin origin, String language) {
        byte[] right = verifications
                .takeTry(account, properties.tries(), clock.instant())
                .filter(hash -> tokens.isCode(account, code, hash))
                .orElseThrow(EmailProblem::invalidCode);
        confirm(() -> {
            String email = verifications.takeByCode(account, right).orElseThrow(EmailProblem::invalidCode);
            if (!verify(new Claim(account, email), origin, language)) {
                throw EmailProblem.invalidCode();
            }
        });
    }

    /** Verifies the address by the token of the link. Throws {@link EmailProblem}. */
    void confirmLink(String token, Origin origin, String language) {
        byte[] hash = EmailTokens.hashOf(token).orElseThrow(EmailProblem::invalidLink);
        confirm(() -> {
            Claim claim = verifications.takeByToken(hash, clock.instant()).orElseThrow(EmailProblem::invalidLink);
            if (!verify(claim, origin, language)) {
                throw EmailProblem.invalidLink();
            }
        });
    }

    private void confirm(Runnable change) {
        try {
            transaction.executeWithoutResult(_ -> change.run());
        } catch (DuplicateKeyException verifiedByAnother) {
            throw EmailProblem.taken();
        }
    }

    private boolean verify(Claim claim, Origin origin, String language) {
        String key = MailAddress.of(claim.email()).map(MailAddress::key).orElse(null);
        Previous previous = key == null
                ? null
                : store.verify(claim, key, language, clock.instant()).orElse(null);
        if (previous == null) {
            return false;
        }
        events.append(claim.account(), Kind.EMAIL_VERIFIED, origin);
        if (previous.email() != null && !previous.email().equals(claim.email())) {
            announce(claim.account(), previous, claim.email());
        }
        return true;
    }

    /**
     * Announces a change at the former address, in its language, with a link that undoes it. Throws the 429 problem if
     * the mail cannot be written, so that no change goes unnoticed, and the 409 problem if too many changes can be
     * undone already, so that no change is without a link.
     */
    private void announce(UUID account, Previous former, @Nullable String current) {
        String language = former.mailLanguage();
        String token = tokens.newToken();
        Instant now = clock.instant();
        Instant expiresAt = now.plus(properties.revertLife());
        if (!reverts.add(account, former, Sha256.of(token), now, expiresAt)) {
            throw EmailProblem.changeLimit(RevertStore.MAX_REVERTS, properties.revertLife());
        }
        Mail notice = new Mail(
                former.address(),
                current == null ? MailTemplate.EMAIL_REMOVED : MailTemplate.EMAIL_CHANGED,
                language,
                Map.of(
                        "address",
                        current == null ? "" : masked(current),
                        "link",
                        links.to("restore-email", language, token)),
                expiresAt);
        mails.announce(notice, account);
    }

    /** Shortens an address, so that a mail does not reveal it to the reader of a former mailbox. */
    private static String masked(String email) {
        int at = email.lastIndexOf('@');
        return email.substring(0, email.offsetByCodePoints(0, 1)) + "…" + email.substring(at);
    }
}

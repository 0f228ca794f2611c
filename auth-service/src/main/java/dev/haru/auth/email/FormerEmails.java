package dev.haru.auth.email;

import dev.haru.auth.email.EmailStore.Claim;
import dev.haru.auth.email.EmailStore.Restored;
import dev.haru.auth.email.RevertStore.Former;
import dev.haru.auth.mail.Mail;
import dev.haru.auth.mail.MailAddress;
import dev.haru.auth.mail.MailOutbox;
import dev.haru.auth.mail.MailTemplate;
import dev.haru.auth.outbox.Outbox;
import dev.haru.auth.outbox.OutboxMessage;
import dev.haru.auth.outbox.PublishedMessage;
import dev.haru.platform.email.EmailKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Former addresses of accounts, from which a change can be undone for seven days. */
@Component
public class FormerEmails {

    private static final Duration NOTICE_LIFE = Duration.ofDays(3);

    private final EmailStore store;
    private final RevertStore reverts;
    private final Outbox outbox;
    private final MailOutbox mails;
    private final EmailProperties properties;
    private final Clock clock;

    FormerEmails(
            EmailStore store,
            RevertStore reverts,
            Outbox outbox,
            MailOutbox mails,
            EmailProperties properties,
            Clock clock) {
        this.store = store;
        this.reverts = reverts;
        this.outbox = outbox;
        this.mails = mails;
        this.properties = properties;
        this.clock = clock;
    }

    /**
     * Restores the address of a link, in the current transaction. A mail to the replaced verified address announces it.
     * Throws the 422 problem for an unknown, used or expired link. The unique index refuses an address that another
     * account has verified meanwhile.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public Restoration restore(String token, String language) {
        byte[] hash = EmailTokens.hashOf(token).orElseThrow(EmailProblem::invalidLink);
        Former former = reverts.take(hash, clock.instant()).orElseThrow(EmailProblem::invalidLink);
        Claim claim = former.claim();
        String key = MailAddress.of(claim.email())
                .orElseThrow(EmailProblem::invalidLink)
                .key();
        Restored restored = store.restore(former, EmailKey.of(claim.email()), key, clock.instant())
                .orElseThrow(EmailProblem::invalidLink);
        String replaced = restored.replaced();
        if (replaced != null && !replaced.equals(claim.email())) {
            announce(claim.account(), replaced, language);
        }
        PublishedMessage message = outbox.publish(
                claim.account(),
                new OutboxMessage.IdentifiersChanged(restored.nickname(), claim.email(), restored.version()));
        return new Restoration(message, former.restorableUntil().minus(properties.revertLife()));
    }

    /** Nothing is written at a limit of mails, which must not prevent the owner from undoing a change. */
    private void announce(UUID account, String replaced, String language) {
        if (!mails.isAvailable()) {
            return;
        }
        MailAddress.of(replaced)
                .ifPresent(address -> mails.publish(
                        new Mail(
                                address,
                                MailTemplate.EMAIL_RESTORED,
                                language,
                                Map.of(),
                                clock.instant().plus(NOTICE_LIFE)),
                        account));
    }

    /** Returns the problem for an address that another account has verified. */
    public static RuntimeException taken() {
        return EmailProblem.taken();
    }

    /**
     * A restored address.
     *
     * @param message the message for the other services
     * @param changedAt when the address was changed
     */
    public record Restoration(PublishedMessage message, Instant changedAt) {}
}

package dev.haru.auth.recovery;

import dev.haru.auth.email.FormerEmails;
import dev.haru.auth.email.FormerEmails.Restoration;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.factor.FactorChanges;
import dev.haru.auth.outbox.Outbox;
import dev.haru.auth.outbox.PublishedMessage;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Undoes a change of the e-mail address. The account may be in foreign hands, so all its sessions end, the second
 * factors and recovery codes since the change are removed, and the restored address gets a link for a new password.
 */
@Component
class EmailRestoration {

    private final FormerEmails emails;
    private final SignOutEverywhere signOut;
    private final FactorChanges factors;
    private final RecoveryOffer recovery;
    private final SecurityEvents events;
    private final Outbox outbox;
    private final TransactionTemplate transaction;

    EmailRestoration(
            FormerEmails emails,
            SignOutEverywhere signOut,
            FactorChanges factors,
            RecoveryOffer recovery,
            SecurityEvents events,
            Outbox outbox,
            PlatformTransactionManager transactions) {
        this.emails = emails;
        this.signOut = signOut;
        this.factors = factors;
        this.recovery = recovery;
        this.events = events;
        this.outbox = outbox;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Restores the address of the link. Throws a 422 problem for an invalid link, and 409 for a taken address. */
    void restore(String token, Origin origin, String language) {
        outbox.deliverNow(restored(token, origin, language));
    }

    private PublishedMessage restored(String token, Origin origin, String language) {
        try {
            return transaction.execute(_ -> {
                Restoration restoration = emails.restore(token, language);
                PublishedMessage message = restoration.message();
                signOut.run(message.accountId());
                factors.removeForeign(message.accountId(), null, restoration.changedAt(), origin);
                events.append(message.accountId(), Kind.EMAIL_RESTORED, origin);
                recovery.send(message.accountId(), language);
                return message;
            });
        } catch (DuplicateKeyException verifiedByAnother) {
            throw FormerEmails.taken();
        }
    }
}

package dev.haru.auth.recovery;

import dev.haru.auth.mail.Mail;
import dev.haru.auth.mail.MailAddress;
import dev.haru.auth.mail.MailOutbox;
import dev.haru.auth.mail.MailTemplate;
import dev.haru.platform.language.Languages;
import java.time.Clock;
import java.util.Map;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Starts a recovery that the owner of the account has not requested. */
@Component
public class RecoveryOffer {

    private final RecoveryStore store;
    private final MailOutbox mails;
    private final RecoveryProperties properties;
    private final Clock clock;

    RecoveryOffer(RecoveryStore store, MailOutbox mails, RecoveryProperties properties, Clock clock) {
        this.store = store;
        this.mails = mails;
        this.properties = properties;
        this.clock = clock;
    }

    /**
     * Sends a link for a new password to the verified address of the account, in the current transaction, for an
     * operator. Returns false if the account has no verified address. Throws the 503 problem without a mail server, and
     * the 429 problem at a limit of mails.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public boolean start(UUID account) {
        mails.requireAvailable();
        MailAddress address = store.verifiedEmailOf(account).orElse(null);
        if (address == null) {
            return false;
        }
        Mail mail = new Mail(
                address,
                MailTemplate.RECOVERY,
                store.mailLanguageOf(account).orElse(Languages.DEFAULT),
                Map.of(),
                clock.instant().plus(properties.life()));
        mails.publish(mail, account).ifPresent(limit -> {
            throw mails.tooMany(limit);
        });
        return true;
    }

    /**
     * Sends a link for a new password to the verified address of the account, in the current transaction, because its
     * owner has ended all sessions and another person may know the password. The pause between the recovery mails to an
     * address does not apply, so that another person's request delays no owner. At a limit of mails nothing is written.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void send(UUID account, String language) {
        store.verifiedEmailOf(account)
                .ifPresent(address -> mails.publish(new Mail(
                        address,
                        MailTemplate.ACCOUNT_SECURED,
                        language,
                        Map.of(),
                        clock.instant().plus(properties.life()))));
    }
}

package dev.haru.auth.notice;

import dev.haru.auth.event.Origin;
import dev.haru.auth.mail.Mail;
import dev.haru.auth.mail.MailOutbox;
import dev.haru.auth.mail.MailTemplate;
import dev.haru.auth.notice.NoticeStore.Recipient;
import dev.haru.platform.language.Languages;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Announces an erasure at the addresses of the account. The mail names no account, so the erasure, which ends the
 * account's pending mails, keeps it. It has no link, because nothing can undo an erasure.
 */
@Component
public class ErasureNotice {

    private final NoticeStore store;
    private final MailOutbox mails;
    private final NoticeProperties properties;
    private final Clock clock;

    ErasureNotice(NoticeStore store, MailOutbox mails, NoticeProperties properties, Clock clock) {
        this.store = store;
        this.mails = mails;
        this.properties = properties;
        this.clock = clock;
    }

    /** Returns the addresses of an account that is not erased yet. */
    @Transactional(propagation = Propagation.MANDATORY)
    public Recipients recipientsOf(UUID account) {
        return new Recipients(mails.isAvailable() ? store.recipientsOf(account, clock.instant(), false) : List.of());
    }

    /** Writes the mails in the transaction of the erasure. A limit of mails suppresses a mail and not the erasure. */
    @Transactional(propagation = Propagation.MANDATORY)
    public void write(Recipients recipients, Origin origin) {
        Instant now = clock.instant();
        for (Recipient recipient : recipients.all()) {
            recipient
                    .address()
                    .ifPresent(address -> mails.publish(new Mail(
                            address,
                            MailTemplate.ACCOUNT_ERASED,
                            Objects.requireNonNullElse(recipient.language(), Languages.DEFAULT),
                            Map.of("address", origin.address(), "time", SecurityNotices.TIME.format(now)),
                            now.plus(properties.life()))));
        }
    }

    /** The addresses of an account, which its erasure announces. */
    public static final class Recipients {

        private final List<Recipient> all;

        Recipients(List<Recipient> all) {
            this.all = List.copyOf(all);
        }

        List<Recipient> all() {
            return all;
        }
    }
}

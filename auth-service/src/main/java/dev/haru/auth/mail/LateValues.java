package dev.haru.auth.mail;

import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Values that exist only at the delivery of a mail. The request that publishes such a mail does the same work for each
 * address, so that its time does not show whether an account has the address.
 */
public interface LateValues {

    /** Returns the templates of the mails that need the values. */
    Set<MailTemplate> templates();

    /**
     * Returns the mail with its values and the recipient to whom it is sent; empty if the mail must not be sent. Each
     * attempt of a mail gets equal values, since the recipient may keep the mail of any attempt.
     */
    Optional<Mail> complete(UUID id, Mail mail);
}

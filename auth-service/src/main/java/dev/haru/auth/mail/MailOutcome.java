package dev.haru.auth.mail;

import jakarta.mail.MessagingException;
import java.util.Locale;
import java.util.Set;
import org.eclipse.angus.mail.smtp.SMTPAddressFailedException;
import org.eclipse.angus.mail.smtp.SMTPSendFailedException;
import org.jspecify.annotations.Nullable;
import org.springframework.mail.MailException;
import org.springframework.mail.MailSendException;

/** The outcome of an attempt to deliver a mail. */
enum MailOutcome {
    /** The mail server has accepted the mail. */
    SENT,
    /** The mail server was unavailable, or refused the mail for now; a later attempt can succeed. */
    DEFERRED,
    /** The mail server has refused the recipient or the content for good. */
    REFUSED,
    /** The mail must not be sent, for example because no account has the address. */
    UNNECESSARY,
    /** The mail was not delivered before it became useless. */
    EXPIRED,
    /** No signing secret opens the mail, because its secret was removed. */
    UNREADABLE;

    private static final int PERMANENT = 500;
    private static final int AUTHENTICATION_REQUIRED = 530;

    /** The commands whose replies judge the content. */
    private static final Set<String> CONTENT_COMMANDS = Set.of("DATA", ".");

    String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the outcome of a failed attempt: refused if the reply to the recipient or the content was a 5xx. */
    static MailOutcome of(MailException failure) {
        if (failure instanceof MailSendException sending) {
            for (Exception cause : sending.getMessageExceptions()) {
                if (isPermanent(cause)) {
                    return REFUSED;
                }
            }
        }
        return DEFERRED;
    }

    /** A refused sender or a refused authentication is a mistake in the configuration, which an operator corrects. */
    private static boolean isPermanent(Exception failure) {
        for (@Nullable Exception cause = failure; cause != null; cause = next(cause)) {
            if (cause instanceof SMTPAddressFailedException recipient && isPermanent(recipient.getReturnCode())) {
                return true;
            }
            if (cause instanceof SMTPSendFailedException sending
                    && CONTENT_COMMANDS.contains(String.valueOf(sending.getCommand()))
                    && isPermanent(sending.getReturnCode())) {
                return true;
            }
        }
        return false;
    }

    private static boolean isPermanent(int reply) {
        return reply >= PERMANENT && reply != AUTHENTICATION_REQUIRED;
    }

    private static @Nullable Exception next(Exception failure) {
        return failure instanceof MessagingException messaging ? messaging.getNextException() : null;
    }
}

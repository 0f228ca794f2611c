package dev.haru.auth.mail;

import jakarta.mail.MessagingException;
import java.time.Instant;
import org.springframework.mail.MailException;
import org.springframework.mail.MailSendException;

/**
 * A failed attempt to deliver a mail.
 *
 * @param reason the reply of the server or the error, in one line, without addresses
 */
record MailFailure(Instant at, String reason) {

    private static final int LONGEST = 200;
    private static final int LONGEST_READ = 1000;

    static MailFailure of(MailException failure, Instant at) {
        String text = String.valueOf(causeOf(failure).getMessage());
        // Servers repeat the recipient in their replies.
        String line = text.substring(0, Math.min(text.length(), LONGEST_READ))
                .replaceAll("[^\\s<>]+@[^\\s<>]+", "…")
                .replaceAll("\\s+", " ")
                .strip();
        return new MailFailure(at, line.substring(0, Math.min(line.length(), LONGEST)));
    }

    /** The last exception of a chain has the reply of the server. */
    private static Throwable causeOf(MailException failure) {
        if (!(failure instanceof MailSendException sending) || sending.getMessageExceptions().length == 0) {
            return failure.getMostSpecificCause();
        }
        Exception cause = sending.getMessageExceptions()[0];
        while (cause instanceof MessagingException chained && chained.getNextException() != null) {
            cause = chained.getNextException();
        }
        return cause;
    }
}

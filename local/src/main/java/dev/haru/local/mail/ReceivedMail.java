package dev.haru.local.mail;

import jakarta.mail.BodyPart;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.time.Instant;

/**
 * A received mail.
 *
 * @param number its number since the start, from 1
 */
record ReceivedMail(int number, Content content) {

    /** The parts of a mail that the page shows. */
    record Content(Instant receivedAt, String to, String subject, String text, String html) {

        static Content of(String to, MimeMessage message, Instant now) throws MessagingException, IOException {
            String subject = message.getSubject() == null ? "" : message.getSubject();
            if (!(message.getContent() instanceof Multipart parts)) {
                return new Content(now, to, subject, String.valueOf(message.getContent()), "");
            }
            return new Content(now, to, subject, text(parts, "text/plain"), text(parts, "text/html"));
        }

        private static String text(Multipart parts, String type) throws MessagingException, IOException {
            for (int i = 0; i < parts.getCount(); i++) {
                BodyPart part = parts.getBodyPart(i);
                if (part.isMimeType(type)) {
                    return String.valueOf(part.getContent());
                }
            }
            return "";
        }
    }
}

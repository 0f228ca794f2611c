package dev.haru.auth.mail;

import dev.haru.auth.mail.MailProperties.Security;
import dev.haru.auth.mail.MailProperties.Smtp;
import jakarta.mail.MessagingException;
import jakarta.mail.Part;
import jakarta.mail.Session;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Date;
import java.util.Properties;
import java.util.UUID;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.mail.MailException;
import org.springframework.mail.javamail.JavaMailSenderImpl;
import org.springframework.stereotype.Component;

/**
 * Sends mails over SMTP, each over a connection of its own. Each step has a time-out.
 *
 * <p>Longer than 120 lines because it keeps the settings of the client and the headers of a mail together.
 */
@Component
class SmtpClient {

    private final MailProperties properties;
    private final JavaMailSenderImpl sender = new JavaMailSenderImpl();
    private final Clock clock;

    SmtpClient(MailProperties properties, SslBundles bundles, Clock clock) {
        this.properties = properties;
        this.clock = clock;
        Smtp smtp = properties.smtp();
        sender.setHost(smtp.host());
        sender.setPort(smtp.port());
        sender.setDefaultEncoding(StandardCharsets.UTF_8.name());
        if (!smtp.username().isBlank()) {
            sender.setUsername(smtp.username());
            sender.setPassword(smtp.password());
        }
        sender.setJavaMailProperties(settings(smtp, bundles));
    }

    /** Sends a mail, and throws {@link MailException} if the server did not accept it. */
    void send(UUID id, MailAddress recipient, MailContent content) {
        try {
            sender.send(message(id, recipient, content));
        } catch (MessagingException invalid) {
            throw new IllegalStateException("a mail cannot be composed", invalid);
        }
    }

    private MimeMessage message(UUID id, MailAddress recipient, MailContent content) throws MessagingException {
        MimeMessage message = new IdentifiedMessage(sender.getSession(), messageId(id));
        message.setFrom(new InternetAddress(properties.from()));
        message.setRecipient(MimeMessage.RecipientType.TO, new InternetAddress(recipient.text(), true));
        message.setSubject(content.subject(), StandardCharsets.UTF_8.name());
        message.setSentDate(Date.from(clock.instant()));
        message.setContentLanguage(new String[] {content.language()});
        // RFC 3834: no vacation responder answers.
        message.setHeader("Auto-Submitted", "auto-generated");
        MimeMultipart texts = new MimeMultipart("alternative");
        texts.addBodyPart(part(content.text(), "plain"));
        texts.addBodyPart(part(content.html(), "html"));
        message.setContent(texts);
        message.saveChanges();
        return message;
    }

    private static MimeBodyPart part(String text, String subtype) throws MessagingException {
        MimeBodyPart part = new MimeBodyPart();
        part.setText(text, StandardCharsets.UTF_8.name(), subtype);
        part.setDisposition(Part.INLINE);
        return part;
    }

    /** The same in each attempt, so that a mailbox can drop a mail that arrives twice. */
    private String messageId(UUID id) {
        return "<" + id + "@" + domain() + ">";
    }

    private String domain() {
        String from = MailAddress.of(properties.from()).orElseThrow().text();
        return from.substring(from.lastIndexOf('@') + 1);
    }

    private Properties settings(Smtp smtp, SslBundles bundles) {
        Properties settings = new Properties();
        settings.setProperty("mail.smtp.connectiontimeout", millis(smtp.connectTimeout()));
        settings.setProperty("mail.smtp.timeout", millis(smtp.readTimeout()));
        settings.setProperty("mail.smtp.writetimeout", millis(smtp.readTimeout()));
        settings.setProperty("mail.smtp.auth", Boolean.toString(!smtp.username().isBlank()));
        settings.setProperty("mail.smtp.ssl.enable", Boolean.toString(smtp.security() == Security.TLS));
        settings.setProperty("mail.smtp.starttls.enable", Boolean.toString(smtp.security() == Security.STARTTLS));
        settings.setProperty("mail.smtp.starttls.required", Boolean.toString(smtp.security() == Security.STARTTLS));
        settings.setProperty("mail.smtp.ssl.checkserveridentity", "true");
        if (properties.isConfigured()) {
            // The name in EHLO; by default, the client would ask the DNS for it.
            settings.setProperty("mail.smtp.localhost", domain());
        }
        if (!smtp.bundle().isBlank()) {
            settings.put(
                    "mail.smtp.ssl.socketFactory",
                    bundles.getBundle(smtp.bundle()).createSslContext().getSocketFactory());
        }
        return settings;
    }

    private static String millis(Duration duration) {
        return Long.toString(duration.toMillis());
    }

    /** A message with a given id; otherwise the library would create one at each attempt. */
    private static final class IdentifiedMessage extends MimeMessage {

        private final String messageId;

        IdentifiedMessage(Session session, String messageId) {
            super(session);
            this.messageId = messageId;
        }

        @Override
        protected void updateMessageID() throws MessagingException {
            setHeader("Message-ID", messageId);
        }
    }
}

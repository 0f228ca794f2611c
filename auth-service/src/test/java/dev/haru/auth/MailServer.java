package dev.haru.auth;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.icegreen.greenmail.util.ServerSetupTest;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** A real mail server in memory, one for each JVM. Each test uses addresses of its own. */
public final class MailServer {

    /** The address of the sender. */
    public static final String FROM = "haru@haru.example";

    private static final GreenMail SERVER = start(ServerSetupTest.SMTP.dynamicPort());

    private MailServer() {}

    private static GreenMail start(ServerSetup setup) {
        setup.setServerStartupTimeout(180_000); // a busy machine
        GreenMail server = new GreenMail(setup);
        server.start();
        return server;
    }

    /** Returns the mails that an address has received, in the order of their arrival. */
    public static List<MimeMessage> mailsTo(String address) {
        return Arrays.stream(SERVER.getReceivedMessages())
                .filter(message -> isTo(address, message))
                .toList();
    }

    /** Returns the plain texts of the mails that an address has received, in the order of their arrival. */
    public static List<String> textsTo(String address) {
        return mailsTo(address).stream().map(MailServer::textOf).toList();
    }

    private static String textOf(MimeMessage message) {
        try {
            return ((Multipart) message.getContent())
                    .getBodyPart(0)
                    .getContent()
                    .toString();
        } catch (MessagingException | IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static boolean isTo(String address, MimeMessage message) {
        try {
            return message.getAllRecipients()[0].toString().equals(address);
        } catch (MessagingException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    static final class Initializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

        @Override
        public void initialize(ConfigurableApplicationContext context) {
            TestPropertyValues.of(
                            "SMTP_HOST=localhost",
                            "SMTP_PORT=" + SERVER.getSmtp().getPort(),
                            "SMTP_SECURITY=none",
                            "MAIL_FROM=" + FROM)
                    .applyTo(context);
        }
    }
}

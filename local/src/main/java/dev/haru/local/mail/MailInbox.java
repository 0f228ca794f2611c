package dev.haru.local.mail;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;

/** A mail server on this machine that forwards nothing, and the page {@value InboxPage#PATH} with its mails. */
public final class MailInbox implements AutoCloseable {

    /** The path of the page. */
    public static final String PATH = InboxPage.PATH;

    private static final String ADDRESS = "127.0.0.1";
    private static final long START_LIMIT_MILLIS = 60_000;

    private final GreenMail smtp;
    private final HttpServer http;

    private MailInbox(GreenMail smtp, HttpServer http) {
        this.smtp = smtp;
        this.http = http;
    }

    /** Starts both servers on the loopback address. */
    public static MailInbox start(int smtpPort, int httpPort) {
        ReceivedMails mails = new ReceivedMails();
        ServerSetup setup = new ServerSetup(smtpPort, ADDRESS, ServerSetup.PROTOCOL_SMTP);
        setup.setServerStartupTimeout(START_LIMIT_MILLIS);
        GreenMail smtp = new GreenMail(setup);
        smtp.start();
        // Own storage, because GreenMail's has no bound.
        smtp.getUserManager()
                .setMessageDeliveryHandler((_, recipient) -> new UnreadMailbox(recipient.getEmail(), mails));
        try {
            HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), httpPort), 0);
            http.createContext("/", new InboxPage(mails));
            http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            http.start();
            return new MailInbox(smtp, http);
        } catch (IOException taken) {
            smtp.stop();
            throw new UncheckedIOException(taken);
        }
    }

    @Override
    public void close() {
        http.stop(0);
        smtp.stop();
    }
}

package dev.haru.local.mail;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMailUtil;
import com.icegreen.greenmail.util.ServerSetup;
import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MailInboxTests {

    private final Ports ports = Ports.free();
    private MailInbox inbox;

    @BeforeEach
    void start() {
        inbox = MailInbox.start(ports.number(Port.SMTP), ports.number(Port.MAIL));
    }

    @AfterEach
    void stop() {
        inbox.close();
    }

    @Test
    void receivedMailIsListedAndShown() throws Exception {
        assertThat(get("/dev/mail").body()).contains("No mail yet.");

        send("a@example.org", "Hello <b>you</b>", "The <i>text</i>");

        assertThat(get("/dev/mail").body())
                .contains("a@example.org", "Hello &lt;b&gt;you&lt;/b&gt;", "href=\"/dev/mail/1\"");
        assertThat(get("/dev/mail/1").body()).contains("The &lt;i&gt;text&lt;/i&gt;");
        assertThat(get("/dev/mail/1/text").body()).contains("The <i>text</i>");
        assertThat(get("/dev/mail/1/html").headers().firstValue("Content-Security-Policy"))
                .get()
                .asString()
                .contains("sandbox");
    }

    @Test
    void onlyTheLastMailsAreKept() throws Exception {
        for (int i = 1; i <= ReceivedMails.MAX + 1; i++) {
            send("a@example.org", "mail " + i, "text");
        }

        assertThat(get("/dev/mail").body()).contains(">mail 201<", ">mail 2<").doesNotContain(">mail 1<");
        assertThat(get("/dev/mail/1").statusCode()).isEqualTo(404);
    }

    @Test
    void unknownPagesAndMethodsAreRefused() throws Exception {
        assertThat(get("/dev/mail/7").statusCode()).isEqualTo(404);
        assertThat(get("/dev/mail/99999999999").statusCode()).isEqualTo(404);
        assertThat(get("/").statusCode()).isEqualTo(404);
        assertThat(HttpClient.newHttpClient()
                        .send(
                                HttpRequest.newBuilder(uri("/dev/mail"))
                                        .POST(HttpRequest.BodyPublishers.ofString("x"))
                                        .build(),
                                HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(405);
    }

    @Test
    void pageOfAnotherSiteCannotReadTheInbox() throws IOException {
        assertThat(rawGet("attacker.example")).startsWith("HTTP/1.1 403");
        assertThat(rawGet("localhost:1")).startsWith("HTTP/1.1 200");
    }

    private String rawGet(String host) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), ports.number(Port.MAIL))) {
            OutputStream out = socket.getOutputStream();
            out.write(("GET /dev/mail HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            out.flush();
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri(path)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create(ports.url(Port.MAIL) + path);
    }

    private void send(String to, String subject, String text) {
        GreenMailUtil.sendTextEmail(
                to,
                "haru@example.org",
                subject,
                text,
                new ServerSetup(ports.number(Port.SMTP), "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    }
}

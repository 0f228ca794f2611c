package dev.haru.auth.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import com.icegreen.greenmail.util.ServerSetupTest;
import dev.haru.auth.mail.MailProperties.Security;
import dev.haru.auth.mail.MailProperties.Smtp;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.ssl.DefaultSslBundleRegistry;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslStoreBundle;
import org.springframework.mail.MailException;

/** Mails over TLS to a server whose certificate is for {@code localhost}. */
class SmtpTlsTests {

    private static final String PASSWORD = "changeit";
    private static final String KEYSTORE = "greenmail.tls.keystore.file";

    @TempDir
    private static Path directory;

    private static GreenMail server;
    private static KeyStore trusted;

    @BeforeAll
    static void startServer() throws Exception {
        Path store = directory.resolve("server.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "server",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost",
                        "-validity",
                        "2",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore own = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            own.load(in, PASSWORD.toCharArray());
        }
        trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("server", own.getCertificate("server"));
        System.setProperty(KEYSTORE, store.toString());
        ServerSetup setup = ServerSetupTest.SMTPS.dynamicPort();
        setup.setServerStartupTimeout(180_000); // a busy machine
        server = new GreenMail(setup);
        server.start();
    }

    @AfterAll
    static void stopServer() {
        server.stop();
        System.clearProperty(KEYSTORE);
    }

    @Test
    void mailArrivesOverTls() {
        send("localhost", "trusting");

        assertThat(server.getReceivedMessages()).hasSize(1);
    }

    @Test
    void unknownCertificateIsRefused() {
        assertThatThrownBy(() -> send("localhost", "")).isInstanceOf(MailException.class);
    }

    @Test
    void certificateOfAnotherNameIsRefused() {
        assertThatThrownBy(() -> send("127.0.0.1", "trusting"))
                .isInstanceOf(MailException.class)
                .hasStackTraceContaining("127.0.0.1");
    }

    private static void send(String host, String bundle) {
        DefaultSslBundleRegistry bundles = new DefaultSslBundleRegistry();
        bundles.registerBundle("trusting", SslBundle.of(SslStoreBundle.of(null, null, trusted)));
        Smtp smtp = new Smtp(
                host,
                server.getSmtps().getPort(),
                "",
                "",
                Security.TLS,
                bundle,
                Duration.ofSeconds(50),
                Duration.ofSeconds(50));
        new SmtpClient(MailFixture.properties(smtp, 10_000), bundles, Clock.systemUTC())
                .send(
                        UUID.randomUUID(),
                        MailAddress.of("a@example.org").orElseThrow(),
                        new MailContent("en", "subject", "text", "<p>html</p>"));
    }
}

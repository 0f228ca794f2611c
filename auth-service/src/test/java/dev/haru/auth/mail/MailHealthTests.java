package dev.haru.auth.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.UnconfiguredService;
import dev.haru.auth.mail.MailProperties.Security;
import dev.haru.auth.mail.MailProperties.Smtp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.health.actuate.endpoint.CompositeHealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthDescriptor;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;

/** The component of the health that shows whether a mail server is configured. */
@AuthServiceTest
@UnconfiguredService
class MailHealthTests {

    @Autowired
    private HealthEndpoint health;

    @Test
    void healthShowsTheMissingMailServerAndRemainsUp() {
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        assertThat(at("mail").getStatus())
                .extracting(Status::getCode, Status::getDescription)
                .containsExactly("NOT_CONFIGURED", "no mail server is configured: set SMTP_HOST and MAIL_FROM");
    }

    @ParameterizedTest
    @ValueSource(strings = {"readiness", "liveness"})
    void probesDoNotIncludeTheMailServer(String probe) {
        assertThat(at(probe).getStatus()).isEqualTo(Status.UP);
        assertThat(((CompositeHealthDescriptor) at(probe)).getComponents()).doesNotContainKey("mail");
    }

    @Test
    void configuredServerIsShownWithoutAConnection() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            server.configureBlocking(false);

            assertThat(statusWith("localhost", server.socket().getLocalPort())).isEqualTo(Status.UP);

            assertThat(server.accept()).isNull();
        }
    }

    @Test
    void unreachableServerIsShownAsConfigured() throws IOException {
        int closed;
        try (ServerSocket server = new ServerSocket(0)) {
            closed = server.getLocalPort();
        }

        assertThat(statusWith("localhost", closed)).isEqualTo(Status.UP);
    }

    private static Status statusWith(String host, int port) {
        Duration second = Duration.ofSeconds(1);
        Smtp smtp = new Smtp(host, port, "", "", Security.NONE, "", second, second);
        return new MailHealthIndicator(MailFixture.properties(smtp, 10))
                .health()
                .getStatus();
    }

    private HealthDescriptor at(String path) {
        return Objects.requireNonNull(health.healthForPath(path), path);
    }
}

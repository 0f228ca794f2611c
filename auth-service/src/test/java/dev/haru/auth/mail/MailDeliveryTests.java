package dev.haru.auth.mail;

import static dev.haru.auth.mail.MailFixture.freshAddress;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.MailServer;
import dev.haru.auth.mail.FaultySmtpServer.Fault;
import dev.haru.auth.mail.MailProperties.Security;
import dev.haru.platform.port.FreePort;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.mail.internet.MimeMessage;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** Deliveries that fail, and their repetition. */
@AuthServiceTest
@ExtendWith(OutputCaptureExtension.class)
class MailDeliveryTests {

    @Autowired
    private MailFixture mails;

    @Autowired
    private MailRelay relay;

    @Autowired
    private MovableClock clock;

    private final String address = freshAddress();

    @BeforeEach
    void emptyOutbox() {
        mails.emptyOutbox();
    }

    @Test
    void deferredMailIsRepeatedWithTheSameId() throws Exception {
        UUID id = mails.publish(address).orElseThrow();
        try (FaultySmtpServer dead = new FaultySmtpServer(Fault.DIES_AFTER_CONTENT)) {
            mails.relayTo(dead, Security.NONE).relay();
            assertThat(dead.commands()).contains("DATA");
        }
        relay.relay();
        assertThat(MailServer.mailsTo(address)).as("during the pause").isEmpty();
        clock.advance(Duration.ofSeconds(6));

        relay.relay();

        assertThat(onlyMail().getMessageID()).startsWith("<" + id + "@");
    }

    @Test
    void pauseDoublesUntilTheMailExpires() {
        mails.publish(address);
        SimpleMeterRegistry own = new SimpleMeterRegistry();
        try (FaultySmtpServer greylisting = new FaultySmtpServer(Fault.GREYLISTING)) {
            MailRelay failing = mails.relayTo(greylisting, own);
            for (int seconds = 0; seconds < 3600; seconds += 5) {
                failing.relay();
                clock.advance(Duration.ofSeconds(5));
            }
            failing.relay();
        }

        assertThat(own.counter("haru.mail.deliveries", "outcome", "deferred").count())
                .isBetween(10.0, 20.0);
        assertThat(own.counter("haru.mail.deliveries", "outcome", "expired").count())
                .isOne();
        assertThat(mails.pending(address)).isZero();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"UNKNOWN_RECIPIENT", "REFUSES_CONTENT"})
    void mailThatTheServerRefusesIsGivenUp(Fault fault, CapturedOutput output) {
        mails.publish(address);
        SimpleMeterRegistry own = new SimpleMeterRegistry();
        try (FaultySmtpServer server = new FaultySmtpServer(fault)) {
            mails.relayTo(server, own).relay();
        }

        assertThat(own.counter("haru.mail.deliveries", "outcome", "refused").count())
                .isOne();
        assertThat(mails.pending(address)).isZero();
        assertThat(output)
                .containsPattern("is given up, refused: 55[04] ")
                .doesNotContain("someone@example.org")
                .doesNotContain(address);
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"SILENT", "TRICKLE"})
    void hangingServerDelaysNoOtherMail(Fault fault) {
        mails.publish(address);
        SimpleMeterRegistry own = new SimpleMeterRegistry();
        try (FaultySmtpServer server = new FaultySmtpServer(fault)) {
            mails.impatientRelayTo(server, own).relay();
        }

        assertThat(own.counter("haru.mail.deliveries", "outcome", "deferred").count())
                .isOne();
        assertThat(mails.pending(address)).as("not lost").isOne();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void unreachableServerDefersTheMail() {
        mails.publish(address);
        MailRelay failing = mails.relayTo(FreePort.next(), Security.NONE, new SimpleMeterRegistry());

        failing.relay();

        assertThat(mails.pending(address)).isOne();
        assertThat(failing.lastFailure()).asString().containsIgnoringCase("connect");
    }

    @Test
    void nothingIsSentInPlainTextWhereTlsIsRequired() {
        mails.publish(address);
        try (FaultySmtpServer plain = new FaultySmtpServer(Fault.WITHOUT_STARTTLS)) {
            mails.relayTo(plain, Security.STARTTLS).relay();

            assertThat(plain.commands()).noneMatch(command -> command.startsWith("MAIL"));
        }
        assertThat(mails.pending(address)).isOne();
    }

    private MimeMessage onlyMail() {
        List<MimeMessage> received = MailServer.mailsTo(address);
        assertThat(received).hasSize(1);
        return received.getFirst();
    }
}

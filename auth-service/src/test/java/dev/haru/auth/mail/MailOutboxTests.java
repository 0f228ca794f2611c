package dev.haru.auth.mail;

import static dev.haru.auth.mail.MailFixture.freshAddress;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.MailServer;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.http.HttpHeaders;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The rows of the mail outbox: content, lease, limit and lag. */
@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it by a day
class MailOutboxTests {

    @Autowired
    private MailFixture mails;

    @Autowired
    private MailOutbox outbox;

    @Autowired
    private MailRelay relay;

    @Autowired
    private MailStore store;

    @Autowired
    private MailLag lag;

    @Autowired
    private MailEndpoint endpoint;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private MovableClock clock;

    @Autowired
    private PlatformTransactionManager transactions;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String address = freshAddress();

    @BeforeEach
    void emptyOutbox() {
        mails.emptyOutbox();
    }

    @Test
    void rolledBackMailIsNotSent() {
        new TransactionTemplate(transactions).executeWithoutResult(status -> {
            outbox.publish(mails.mail(MailTemplate.TEST, address));
            status.setRollbackOnly();
        });

        relay.relay();

        assertThat(MailServer.mailsTo(address)).isEmpty();
    }

    @Test
    void tableContainsNeitherAddressNorContent() {
        publish("en", Map.of("host", "a-secret-code"));

        String row = jdbc.sql(
                        "select encode(decode(sealed, 'base64'), 'escape') || encode(recipient, 'escape') from mail")
                .query(String.class)
                .single();
        assertThat(row).doesNotContain(address).doesNotContain("a-secret-code").doesNotContain("host");
    }

    @Test
    void contentIsDeletedAfterTheDelivery() {
        mails.publish(address);

        relay.relay();

        assertThat(mails.contents(address)).isZero();
        assertThat(mails.pending(address)).isZero();
        lag.removeEnded();
        assertThat(mails.rows(address)).isOne();
        clock.advance(Duration.ofDays(1).plusSeconds(1));
        lag.removeEnded();
        assertThat(mails.rows(address)).isZero();
    }

    @Test
    void leasedMailIsTakenOnlyAfterTheLease() {
        mails.publish(address);

        assertThat(store.take(10, clock.instant(), Duration.ofMinutes(2))).hasSize(1);
        assertThat(store.take(10, clock.instant(), Duration.ofMinutes(2))).isEmpty();
        clock.advance(Duration.ofMinutes(2));
        assertThat(store.take(10, clock.instant(), Duration.ofMinutes(2))).hasSize(1);
    }

    @Test
    void mailOfRemovedSecretIsGivenUp() {
        mails.publish(address);
        jdbc.sql("update mail set sealed = overlay(sealed placing 'AAAA' from 41)")
                .update();

        relay.relay();

        assertThat(mails.pending(address)).isZero();
        assertThat(MailServer.mailsTo(address)).isEmpty();
    }

    @Test
    void outboxIsBounded() {
        MailOutbox small = mails.outboxOfAtMost(3);

        long published = IntStream.range(0, 5)
                .mapToObj(i -> mails.publish(small, mails.mail(MailTemplate.TEST, "m" + i + address)))
                .filter(Optional::isPresent)
                .count();

        assertThat(published).isEqualTo(3);
    }

    @Test
    void noticesFitIntoAFullOutbox() {
        MailOutbox small = mails.outboxOfAtMost(2);
        String[] recipients = {"m0" + address, "m1" + address, "n0" + address, "n1" + address, address};
        IntStream.range(0, 2).forEach(i -> mails.publish(small, mails.mail(MailTemplate.TEST, "m" + i + address)));
        assertThat(mails.publish(small, mails.mail(MailTemplate.TEST, address))).isEmpty();
        IntStream.range(0, 2).forEach(i -> mails.announce(small, "n" + i + address));
        assertThat(mails.rows(recipients)).isEqualTo(4);

        assertThatThrownBy(() -> mails.announce(small, address))
                .isInstanceOfSatisfying(
                        MailUnavailable.class,
                        problem -> assertThat(retryAfter(problem)).isEqualTo("60"));

        assertThat(mails.rows(recipients)).isEqualTo(4);
    }

    @Test
    void withoutMailServerNothingIsWritten() {
        MailOutbox none = mails.outboxWithoutServer();

        assertThat(none.isAvailable()).isFalse();
        assertThat(mails.publish(none, mails.mail(MailTemplate.TEST, address))).isEmpty();
        assertThat(mails.rows(address)).isZero();
    }

    @Test
    void lagIsTheAgeOfTheOldestPendingMail() {
        mails.publish(address);
        clock.advance(Duration.ofSeconds(7));

        lag.measure();

        assertThat(meters.get("haru.mail.lag").timeGauge().value(TimeUnit.SECONDS))
                .isEqualTo(7);
        assertThat(meters.get("haru.mail.waiting").gauge().value()).isOne();
        relay.relay();
        lag.measure();
        assertThat(meters.get("haru.mail.lag").timeGauge().value(TimeUnit.SECONDS))
                .isZero();
    }

    @Test
    void operatorSendsTestMail() {
        endpoint.send(address, null);
        assertThat(endpoint.state().pending()).isOne();

        relay.relay();

        assertThat(MailServer.mailsTo(address)).hasSize(1);
        assertThatThrownBy(() -> endpoint.send("x\r\nBcc: y@example.org", null))
                .isInstanceOf(InvalidEndpointRequestException.class);
    }

    private void publish(String language, Map<String, String> values) {
        assertThat(mails.publish(outbox, mails.mail(MailTemplate.TEST, address, language, values)))
                .isPresent();
    }

    private static @Nullable String retryAfter(MailUnavailable problem) {
        return problem.getHeaders().getFirst(HttpHeaders.RETRY_AFTER);
    }
}

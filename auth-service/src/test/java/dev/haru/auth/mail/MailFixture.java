package dev.haru.auth.mail;

import dev.haru.auth.MailServer;
import dev.haru.auth.mail.MailProperties.Security;
import dev.haru.auth.mail.MailProperties.Smtp;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/** Mails, and outboxes and relays with other properties than those of the service. */
@TestComponent
public class MailFixture {

    /** The values of all templates. */
    static final Map<String, String> VALUES = Map.of(
            "host", "smtp.example",
            "link", "https://haru.example/account/page?lang=en#token",
            "code", "042137",
            "nickname", "evil.<b>\u2060example",
            "address", "n…@example.org",
            "what", "Something & <i>more</i> happened.",
            "time", "2026-11-26 12:00 UTC");

    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Longer than a pause of a busy machine, and shorter than an attempt. */
    private static final Duration PATIENT = Duration.ofSeconds(50);

    private static final int MANY = 10_000;

    private final MailOutbox outbox;
    private final MailStore store;
    private final MailSeal seal;
    private final MailTemplates templates;
    private final SslBundles bundles;
    private final MovableClock clock;
    private final JsonMapper json;
    private final TransactionTemplate transaction;
    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    MailFixture(
            MailOutbox outbox,
            MailStore store,
            MailSeal seal,
            MailTemplates templates,
            SslBundles bundles,
            MovableClock clock,
            JsonMapper json,
            PlatformTransactionManager transactions) {
        this.outbox = outbox;
        this.store = store;
        this.seal = seal;
        this.templates = templates;
        this.bundles = bundles;
        this.clock = clock;
        this.json = json;
        this.transaction = new TransactionTemplate(transactions);
    }

    static String freshAddress() {
        return "m" + UUID.randomUUID() + "@example.org";
    }

    /** Removes the mails of other tests: a relay delivers all of them, and an outbox counts them. */
    void emptyOutbox() {
        jdbc.sql("delete from mail").update();
    }

    MailOutbox outboxOfAtMost(int pending) {
        return outbox(properties(new Smtp("localhost", 1, "", "", Security.NONE, "", SECOND, SECOND), pending));
    }

    MailOutbox outboxWithoutServer() {
        return outbox(properties(new Smtp("", 587, "", "", Security.STARTTLS, "", SECOND, SECOND), MANY));
    }

    private MailOutbox outbox(MailProperties properties) {
        return new MailOutbox(store, seal, properties, json, clock, new SimpleMeterRegistry());
    }

    MailRelay relayTo(FaultySmtpServer server, Security security) {
        return relayTo(server.port(), security, new SimpleMeterRegistry());
    }

    MailRelay relayTo(FaultySmtpServer server, MeterRegistry meters) {
        return relayTo(server.port(), Security.NONE, meters);
    }

    MailRelay relayTo(int port, Security security, MeterRegistry meters) {
        return relay(properties(new Smtp("localhost", port, "", "", security, "", PATIENT, PATIENT), MANY), meters);
    }

    /** Returns a relay whose attempts end after two seconds, for a server that hangs. */
    MailRelay impatientRelayTo(FaultySmtpServer server, MeterRegistry meters) {
        Smtp smtp = new Smtp("localhost", server.port(), "", "", Security.NONE, "", SECOND, SECOND);
        return relay(properties(smtp, MANY, Duration.ofSeconds(2)), meters);
    }

    private MailRelay relay(MailProperties own, MeterRegistry meters) {
        return new MailRelay(
                store, seal, templates, new SmtpClient(own, bundles, clock), List.of(), own, json, meters, clock);
    }

    Mail mail(MailTemplate template, String recipient) {
        return mail(template, recipient, "en", VALUES);
    }

    Mail mail(MailTemplate template, String recipient, String language, Map<String, String> values) {
        return new Mail(
                MailAddress.of(recipient).orElseThrow(),
                template,
                language,
                values,
                clock.instant().plus(Duration.ofHours(1)));
    }

    Optional<UUID> publish(String recipient) {
        return publish(outbox, mail(MailTemplate.TEST, recipient));
    }

    Optional<UUID> publish(MailOutbox to, Mail mail) {
        return transaction.execute(_ -> to.publish(mail));
    }

    /** Publishes a verification mail. Returns the limit that suppressed it. */
    Optional<MailLimit> publishVerification(UUID account, String recipient) {
        return transaction.execute(_ -> outbox.publish(mail(MailTemplate.VERIFY_EMAIL, recipient), account));
    }

    void announce(String recipient) {
        announce(outbox, recipient);
    }

    void announce(MailOutbox to, String recipient) {
        transaction.executeWithoutResult(
                _ -> to.announce(mail(MailTemplate.EMAIL_REMOVED, recipient), UUID.randomUUID()));
    }

    /** Returns the number of rows of the mails to these addresses, including delivered ones. */
    int rows(String... recipients) {
        return count("recipient in (:recipients)", recipients);
    }

    /** Returns the number of mails to an address that the relay will deliver. */
    int pending(String recipient) {
        return count("recipient in (:recipients) and next_attempt_at is not null", recipient);
    }

    /** Returns the number of mails to an address whose content is stored. */
    int contents(String recipient) {
        return count("recipient in (:recipients) and sealed is not null", recipient);
    }

    private int count(String condition, String... recipients) {
        return jdbc.sql("select count(*) from mail where " + condition)
                .param(
                        "recipients",
                        List.of(recipients).stream().map(this::digest).toList())
                .query(Integer.class)
                .single();
    }

    private byte[] digest(String recipient) {
        return seal.digest(MailAddress.of(recipient).orElseThrow());
    }

    static MailProperties properties(Smtp smtp, int maxPending) {
        return properties(smtp, maxPending, Duration.ofSeconds(60));
    }

    private static MailProperties properties(Smtp smtp, int maxPending, Duration attempt) {
        return new MailProperties(
                smtp,
                MailServer.FROM,
                URI.create("https://haru.example"),
                Duration.ofDays(1),
                Duration.ofDays(1),
                4,
                attempt,
                Duration.ofMinutes(2),
                Duration.ofSeconds(5),
                Duration.ofMinutes(5),
                maxPending,
                5,
                20,
                60,
                10,
                Duration.ofMinutes(10));
    }
}

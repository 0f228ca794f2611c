package dev.haru.auth.mail;

import dev.haru.auth.mail.MailStore.NewMail;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes mails to the outbox, within limits. {@link MailRelay} delivers them.
 *
 * <p>Longer than 120 lines because it has one method for each way to write a mail.
 */
@Component
public class MailOutbox {

    /** The 503 of an operation that needs a mail, in the API document. */
    public static final String NOT_CONFIGURED =
            "`mail-not-configured`: the deployment sends no mails, and the response has no `Retry-After`; "
                    + "`service-unavailable`: try again after `Retry-After` seconds";

    private static final Logger log = LoggerFactory.getLogger(MailOutbox.class);

    private final MailStore store;
    private final MailSeal seal;
    private final MailProperties properties;
    private final JsonMapper json;
    private final Clock clock;
    private final Counter suppressed;

    MailOutbox(
            MailStore store,
            MailSeal seal,
            MailProperties properties,
            JsonMapper json,
            Clock clock,
            MeterRegistry meters) {
        this.store = store;
        this.seal = seal;
        this.properties = properties;
        this.json = json;
        this.clock = clock;
        this.suppressed = Counter.builder("haru.mail.suppressed")
                .description("Mails that were not written because a limit was reached")
                .register(meters);
    }

    /** Whether a mail server is configured. Without one, features that need mail refuse their requests. */
    public boolean isAvailable() {
        return properties.isConfigured();
    }

    /** Throws the 503 problem if no mail server is configured. */
    public void requireAvailable() {
        if (!isAvailable()) {
            throw MailUnavailable.notConfigured();
        }
    }

    /** Returns the 429 problem for a mail that a limit has suppressed. */
    public RuntimeException tooMany(MailLimit reached) {
        return MailUnavailable.tooMany(reached);
    }

    /**
     * Writes the mail in the current transaction. It is delivered if and only if the transaction commits. Returns the
     * mail's id; empty, and nothing is written, if a limit is reached or if no mail server is configured.
     */
    public Optional<UUID> publish(Mail mail) {
        if (!isAvailable()) {
            return Optional.empty();
        }
        UUID id = UUID.randomUUID();
        return write(id, mail, null).isPresent() ? Optional.empty() : Optional.of(id);
    }

    /**
     * Writes a mail that an account requested, in the current transaction. Returns the limit that is reached, and then
     * writes nothing; empty if the mail is written. It needs a configured mail server.
     */
    public Optional<MailLimit> publish(Mail mail, UUID account) {
        return write(UUID.randomUUID(), mail, account);
    }

    /**
     * Writes the notice of a change of an account in the transaction of the change, and returns whether it was written.
     * At a limit, throws the 429 problem for a mandatory template, so that the change is rolled back. Without a mail
     * server, nothing is written.
     */
    public boolean announce(Mail notice, UUID account) {
        if (!isAvailable()) {
            return false;
        }
        Optional<MailLimit> reached = write(UUID.randomUUID(), notice, account);
        if (notice.template().isMandatory()) {
            reached.ifPresent(limit -> {
                throw tooMany(limit);
            });
        }
        return reached.isEmpty();
    }

    /**
     * Ends the pending mails of an account and deletes their contents, in the transaction of its erasure. Their links
     * would have no effect. A relay still sends a mail that it has read already.
     */
    public void discard(UUID account) {
        store.endAllOf(seal.digests(account));
    }

    private Optional<MailLimit> write(UUID id, Mail mail, @Nullable UUID account) {
        NewMail added = new NewMail(
                id,
                seal.digest(mail.recipient()),
                account == null ? null : seal.digest(account),
                mail.template(),
                seal.seal(id, json.writeValueAsBytes(mail)),
                mail.expiresAt());
        Optional<MailLimit> reached = store.add(added, clock.instant(), properties);
        reached.ifPresent(limit -> {
            suppressed.increment();
            log.debug(
                    "mail: the limit {} was reached, no mail {} was written",
                    limit,
                    mail.template().code());
        });
        return reached;
    }
}

package dev.haru.auth.mail;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Shows operators the state of the outbox of mails, and sends a test mail. The endpoint is on the management port:
 * {@code GET /actuator/mail}, and {@code POST /actuator/mail} with {@code {"to": …, "language": …}}.
 */
@Component
@Endpoint(id = "mail")
class MailEndpoint {

    private static final Duration LIFE = Duration.ofHours(1);

    private final MailOutbox outbox;
    private final MailStore store;
    private final MailRelay relay;
    private final MailProperties properties;
    private final Clock clock;
    private final TransactionTemplate transaction;

    MailEndpoint(
            MailOutbox outbox,
            MailStore store,
            MailRelay relay,
            MailProperties properties,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.outbox = outbox;
        this.store = store;
        this.relay = relay;
        this.properties = properties;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    @ReadOperation
    State state() {
        MailStore.Pending pending = store.pending(properties.mostPending());
        return new State(
                properties.isConfigured(),
                properties.smtp().host(),
                pending.count(),
                pending.oldest(),
                relay.lastFailure());
    }

    @WriteOperation
    Written send(String to, @Nullable String language) {
        if (!outbox.isAvailable()) {
            throw refused("no mail server is configured: set SMTP_HOST and MAIL_FROM");
        }
        MailAddress recipient = MailAddress.of(to).orElseThrow(() -> refused("to is not an address"));
        Mail mail = new Mail(
                recipient,
                MailTemplate.TEST,
                language == null ? "en" : language,
                Map.of("host", properties.smtp().host()),
                clock.instant().plus(LIFE));
        return transaction
                .execute(_ -> outbox.publish(mail))
                .map(Written::new)
                .orElseThrow(() -> refused(
                        "a limit was reached: see haru.mail.per-recipient, .per-recipient-daily and .max-pending"));
    }

    private static InvalidEndpointRequestException refused(String reason) {
        return new InvalidEndpointRequestException(reason, reason);
    }

    /**
     * The state of the outbox.
     *
     * @param host the mail server; empty for none
     * @param oldest when the oldest pending mail was written; null if none is pending
     * @param lastFailure the last failed attempt of this process; null if there was none
     */
    record State(
            boolean configured,
            String host,
            int pending,
            @Nullable Instant oldest,
            @Nullable MailFailure lastFailure) {}

    /** A test mail in the outbox. */
    record Written(UUID id) {}
}

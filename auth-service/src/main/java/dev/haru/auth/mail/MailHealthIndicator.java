package dev.haru.auth.mail;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/**
 * Shows in {@code /actuator/health} whether a mail server is configured. It opens no connection: mails wait for a
 * server that is down, and {@code /actuator/mail} shows the last failure. Health groups do not include it.
 */
@Component
class MailHealthIndicator implements HealthIndicator {

    /** Not one of the statuses that Spring Boot orders by severity, so it does not affect the status of the process. */
    private static final Status NOT_CONFIGURED =
            new Status("NOT_CONFIGURED", "no mail server is configured: set SMTP_HOST and MAIL_FROM");

    private final MailProperties properties;

    MailHealthIndicator(MailProperties properties) {
        this.properties = properties;
    }

    @Override
    public Health health() {
        return Health.status(properties.isConfigured() ? Status.UP : NOT_CONFIGURED)
                .build();
    }
}

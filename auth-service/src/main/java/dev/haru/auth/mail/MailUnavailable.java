package dev.haru.auth.mail;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/**
 * No mail can be sent: 503 without a mail server, 429 at a limit. The 503 has no {@code Retry-After}, because only the
 * operator can end its cause.
 */
final class MailUnavailable extends ProblemException {

    private MailUnavailable(HttpStatus status, String code, Message detail) {
        super(status, code, detail);
    }

    static MailUnavailable notConfigured() {
        return new MailUnavailable(
                HttpStatus.SERVICE_UNAVAILABLE, "mail-not-configured", Message.of("detail.mail-not-configured"));
    }

    static MailUnavailable tooMany(MailLimit limit) {
        MailUnavailable problem =
                new MailUnavailable(HttpStatus.TOO_MANY_REQUESTS, "too-many-mails", Message.of(limit.messageKey()));
        problem.getHeaders()
                .set(HttpHeaders.RETRY_AFTER, Long.toString(limit.window().toSeconds()));
        return problem;
    }
}

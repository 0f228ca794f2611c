package dev.haru.auth.mail;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** No mail can be sent: 501 without a mail server, 429 at a limit. */
final class MailUnavailable extends ProblemException {

    private MailUnavailable(HttpStatus status, String code, Message detail) {
        super(status, code, detail);
    }

    static MailUnavailable notConfigured() {
        return new MailUnavailable(
                HttpStatus.NOT_IMPLEMENTED, "mail-not-configured", Message.of("detail.mail-not-configured"));
    }

    static MailUnavailable tooMany(MailLimit limit) {
        MailUnavailable problem =
                new MailUnavailable(HttpStatus.TOO_MANY_REQUESTS, "too-many-mails", Message.of(limit.messageKey()));
        problem.getHeaders()
                .set(HttpHeaders.RETRY_AFTER, Long.toString(limit.window().toSeconds()));
        return problem;
    }
}

package dev.haru.gateway.docs;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** The gateway has not received the OpenAPI documents of all services since its start. */
final class DocumentIncomplete extends ProblemException {

    private DocumentIncomplete() {
        super(HttpStatus.SERVICE_UNAVAILABLE, "service-unavailable", Message.of("detail.service-unavailable.document"));
    }

    static DocumentIncomplete withNextAttemptAfter(Duration pause) {
        DocumentIncomplete problem = new DocumentIncomplete();
        problem.getHeaders().set(HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, pause.toSeconds())));
        return problem;
    }
}

package dev.haru.platform.problem;

import dev.haru.platform.language.Message;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;

/** A problem whose texts are messages, until {@link Problems#localize} writes them in the language of the request. */
final class Problem extends ProblemDetail {

    private final Message message;

    Problem(HttpStatusCode status, Message message) {
        super(status.value());
        this.message = message;
        setDetail(message.toString()); // for logs
    }

    Message message() {
        return message;
    }
}

package dev.haru.platform.problem;

import dev.haru.platform.language.Message;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/** An exception that ends a request with a problem. Services extend it. The client sees the detail. */
public class ProblemException extends ErrorResponseException {

    public ProblemException(HttpStatus status, String code, Message detail) {
        this(status, code, detail, null);
    }

    public ProblemException(HttpStatus status, String code, Message detail, @Nullable Throwable cause) {
        super(status, Problems.of(status, code, detail), cause);
    }
}

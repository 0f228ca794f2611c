package dev.haru.platform.problem;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.ErrorResponseException;

/**
 * A fact that ends a request with a problem; services name theirs by extending it. The detail is shown to the client.
 */
public class ProblemException extends ErrorResponseException {

    public ProblemException(HttpStatus status, String code, String detail) {
        this(status, code, detail, null);
    }

    public ProblemException(HttpStatus status, String code, String detail, @Nullable Throwable cause) {
        super(status, Problems.of(status, code, detail), cause);
    }
}

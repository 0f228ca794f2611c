package dev.haru.platform.problem;

import java.util.List;
import org.springframework.http.HttpInputMessage;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;

/** A JSON body that does not fit the type of the request. */
public final class UnreadableJson extends HttpMessageNotReadableException {

    private static final long serialVersionUID = 1;

    private final transient List<JacksonException> failures;

    /**
     * Creates the exception.
     *
     * @param failures one failure for each field that is not valid, or the only failure of the body; not empty
     */
    public UnreadableJson(List<JacksonException> failures, HttpInputMessage message) {
        super("not the expected JSON", failures.getFirst(), message);
        this.failures = List.copyOf(failures);
    }

    List<JacksonException> failures() {
        return failures;
    }
}

package dev.haru.platform.problem;

import dev.haru.platform.trace.TraceIds;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;

/** Creates problem details (RFC 9457) with a stable {@code type} and {@code code}; docs/errors.md lists the codes. */
public final class Problems {

    /** More errors do not help a client and would make the response longer. */
    private static final int MAX_ERRORS = 20;

    private Problems() {}

    /** A problem with this status. The code is in kebab case. The detail is for the client. */
    public static ProblemDetail of(HttpStatusCode status, String code, String detail) {
        return identify(ProblemDetail.forStatusAndDetail(status, detail), code);
    }

    /** A 400 with the first {@value #MAX_ERRORS} invalid fields and the number of all invalid fields. */
    public static ProblemDetail invalid(List<FieldError> errors) {
        ProblemDetail problem = of(HttpStatus.BAD_REQUEST, "invalid-request", summaryOf(errors.size()));
        problem.setProperty("errors", errors.stream().limit(MAX_ERRORS).toList());
        return problem;
    }

    private static String summaryOf(int errors) {
        if (errors == 1) {
            return "A field is not valid.";
        }
        return errors <= MAX_ERRORS
                ? errors + " fields are not valid."
                : "%d fields are not valid; the first %d are listed.".formatted(errors, MAX_ERRORS);
    }

    /** Adds the type, code and trace id that Spring's own problems lack. */
    static ProblemDetail complete(ProblemDetail problem) {
        if (problem.getProperties() == null || !problem.getProperties().containsKey("code")) {
            identify(problem, codeOf(problem.getStatus()));
        }
        problem.setProperty("traceId", TraceIds.current());
        return problem;
    }

    private static ProblemDetail identify(ProblemDetail problem, String code) {
        problem.setType(URI.create("urn:haru:problem:" + code));
        problem.setProperty("code", code);
        return problem;
    }

    private static String codeOf(int status) {
        @Nullable HttpStatus known = HttpStatus.resolve(status);
        return switch (known) {
            case null -> "http-" + status;
            case BAD_REQUEST -> "malformed-request";
            case INTERNAL_SERVER_ERROR -> "internal-error";
            default ->
                Objects.requireNonNull(known)
                        .getReasonPhrase()
                        .toLowerCase(Locale.ROOT)
                        .replace(' ', '-');
        };
    }

    /**
     * An invalid field: its name in the request and the requirement. Both are truncated, because the client may have
     * chosen the name.
     */
    public record FieldError(String field, String message) {

        private static final int LONGEST_FIELD = 100;
        private static final int LONGEST_MESSAGE = 500;

        public FieldError {
            field = Excerpt.of(field, LONGEST_FIELD);
            message = Excerpt.of(message, LONGEST_MESSAGE);
        }
    }
}

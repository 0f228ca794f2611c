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

/** Makes problem details (RFC 9457) whose {@code type} and {@code code} are stable and documented in docs/errors.md. */
public final class Problems {

    /** More errors help no client, and each makes the answer longer. */
    private static final int MOST_ERRORS = 20;

    private Problems() {}

    /** A problem of this status; the code is kebab case, the detail is for the client to read. */
    public static ProblemDetail of(HttpStatusCode status, String code, String detail) {
        return identify(ProblemDetail.forStatusAndDetail(status, detail), code);
    }

    /** A 400 that names the fields at fault: the first {@value #MOST_ERRORS}, and how many there are. */
    public static ProblemDetail invalid(List<FieldError> errors) {
        ProblemDetail problem = of(HttpStatus.BAD_REQUEST, "invalid-request", summaryOf(errors.size()));
        problem.setProperty("errors", errors.stream().limit(MOST_ERRORS).toList());
        return problem;
    }

    private static String summaryOf(int errors) {
        if (errors == 1) {
            return "A field is not valid.";
        }
        return errors <= MOST_ERRORS
                ? errors + " fields are not valid."
                : "%d fields are not valid; the first %d are listed.".formatted(errors, MOST_ERRORS);
    }

    /** Adds what Spring's own problems lack: type, code and the trace id. */
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
     * One field at fault, by its name in the request, and what it must be. Both are cut at a maximum, because the name
     * may be the client's own.
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

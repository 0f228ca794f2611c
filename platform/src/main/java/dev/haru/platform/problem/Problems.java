package dev.haru.platform.problem;

import dev.haru.platform.language.Message;
import dev.haru.platform.language.Messages;
import dev.haru.platform.trace.TraceIds;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;

/** Creates problem details (RFC 9457) with a stable {@code type} and {@code code}; docs/errors.md lists the codes. */
public final class Problems {

    /** The most invalid fields in a problem. More would not help a client and would make the response longer. */
    public static final int MAX_ERRORS = 20;

    private static final String ERRORS = "errors";

    private Problems() {}

    /** A problem with this status. The code is in kebab case. The detail is for the client. */
    public static ProblemDetail of(HttpStatusCode status, String code, Message detail) {
        return identify(new Problem(status, detail), code);
    }

    /**
     * A 400 with the first {@value #MAX_ERRORS} invalid fields, sorted by name, and the number of all invalid fields.
     * If a field has several errors, the problem contains the first one.
     */
    static ProblemDetail invalid(List<InvalidField> errors) {
        List<InvalidField> fields = InvalidField.firstOfEach(errors);
        ProblemDetail problem = of(HttpStatus.BAD_REQUEST, "invalid-request", summaryOf(fields.size()));
        problem.setProperty(ERRORS, fields.stream().limit(MAX_ERRORS).toList());
        return problem;
    }

    private static Message summaryOf(int fields) {
        if (fields == 1) {
            return Message.of("detail.invalid-request.one");
        }
        return fields <= MAX_ERRORS
                ? Message.of("detail.invalid-request.some", fields)
                : Message.of("detail.invalid-request.many", fields, MAX_ERRORS);
    }

    /** Writes the title, the detail and the messages of the invalid fields in this language. */
    public static ProblemDetail localize(ProblemDetail problem, String language, Messages messages) {
        String title = messages.title(problem.getStatus(), language);
        if (title != null) {
            problem.setTitle(title);
        }
        if (problem instanceof Problem texts) {
            problem.setDetail(messages.text(texts.message(), language));
        }
        if (problem.getProperties() != null && problem.getProperties().get(ERRORS) instanceof List<?> errors) {
            problem.setProperty(
                    ERRORS,
                    errors.stream()
                            .map(error -> error instanceof InvalidField field ? field.in(language, messages) : error)
                            .toList());
        }
        return problem;
    }

    /** Describes the failure of a part of a request, for a response that reports each part. */
    public static ProblemDetail describe(ErrorResponse failure, String language, Messages messages) {
        return localize(complete(messages.problem(failure, language)), language, messages);
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

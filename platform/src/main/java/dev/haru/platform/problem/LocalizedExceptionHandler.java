package dev.haru.platform.problem;

import dev.haru.platform.language.Languages;
import dev.haru.platform.language.Messages;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.web.ErrorResponse;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;

/**
 * Completes each problem, in the language of the request. The response is a problem whatever the {@code Accept} header
 * contains.
 */
abstract class LocalizedExceptionHandler extends ResponseEntityExceptionHandler {

    /**
     * The challenge of a 401 for other credentials than an access token, such as a password. Each 401 must have one
     * (RFC 9110, section 15.5.2). A browser opens a dialog for {@code Basic}, but not for a scheme that it does not
     * know.
     */
    private static final String SIGN_IN_CHALLENGE = "Haru realm=\"sign-in\"";

    private final Messages messages;

    LocalizedExceptionHandler(Messages messages) {
        this.messages = messages;
    }

    /** Reads the header and not the thread's locale, which is not set yet where a filter refuses the request. */
    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception failure, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String language = messages.languageFor(request.getHeader(HttpHeaders.ACCEPT_LANGUAGE));
        Object known =
                body == null && failure instanceof ErrorResponse response ? messages.problem(response, language) : body;
        HttpHeaders localized = new HttpHeaders();
        localized.putAll(headers);
        if (status.value() == HttpStatus.UNAUTHORIZED.value()) {
            localized.putIfAbsent(HttpHeaders.WWW_AUTHENTICATE, List.of(SIGN_IN_CHALLENGE));
        }
        if (known instanceof ProblemDetail problem) {
            Problems.localize(Problems.complete(problem), language, messages);
            Languages.describe(localized, language);
            localized.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        }
        return super.handleExceptionInternal(failure, known, localized, status, request);
    }

    final @Nullable ResponseEntity<Object> respond(
            Exception failure, ProblemDetail problem, HttpHeaders headers, WebRequest request) {
        return handleExceptionInternal(failure, problem, headers, HttpStatusCode.valueOf(problem.getStatus()), request);
    }
}

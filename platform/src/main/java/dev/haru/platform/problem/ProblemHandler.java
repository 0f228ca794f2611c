package dev.haru.platform.problem;

import dev.haru.platform.database.LostConnection;
import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.language.Message;
import dev.haru.platform.language.Messages;
import dev.haru.platform.token.BearerChallenge;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.TypeMismatchException;
import org.springframework.core.task.TaskRejectedException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.TransientDataAccessException;
import org.springframework.dao.UncategorizedDataAccessException;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.bind.MethodArgumentNotValidException;
import org.springframework.web.bind.MissingServletRequestParameterException;
import org.springframework.web.bind.ServletRequestBindingException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.async.AsyncRequestTimeoutException;
import org.springframework.web.method.annotation.HandlerMethodValidationException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/**
 * Turns every exception of a controller or a security filter into a problem. It logs only unexpected exceptions and an
 * unavailable database.
 *
 * <p>Longer than 120 lines because Spring MVC needs one method for each kind of exception.
 */
@RestControllerAdvice
class ProblemHandler extends RoutingExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(ProblemHandler.class);

    /** The shortest time in which a connection pool or an upstream service can recover. */
    private static final String RETRY_AFTER_SECONDS = "1";

    ProblemHandler(Messages messages) {
        super(messages);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMethodArgumentNotValid(
            MethodArgumentNotValidException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        List<InvalidField> errors = FieldErrors.of(
                failure.getBindingResult().getTarget(),
                failure.getBindingResult().getAllErrors());
        return respond(failure, Problems.invalid(errors), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHandlerMethodValidationException(
            HandlerMethodValidationException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        List<InvalidField> errors = failure.getParameterValidationResults().stream()
                .flatMap(result -> FieldErrors.of(result).stream())
                .toList();
        return respond(failure, Problems.invalid(errors), headers, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotReadable(
            HttpMessageNotReadableException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return respond(failure, UnreadableBody.problem(failure), headers, request);
    }

    /** A bug: each body of a response is a type that the JSON converter writes. */
    @Override
    protected @Nullable ResponseEntity<Object> handleHttpMessageNotWritable(
            HttpMessageNotWritableException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return unexpected(failure, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleTypeMismatch(
            TypeMismatchException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        String field = failure instanceof MethodArgumentTypeMismatchException argument
                ? argument.getName()
                : Objects.requireNonNullElse(failure.getPropertyName(), "request");
        return respond(
                failure,
                Problems.invalid(List.of(new InvalidField(field, ExpectedType.of(failure.getRequiredType())))),
                headers,
                request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleMissingServletRequestParameter(
            MissingServletRequestParameterException failure,
            HttpHeaders headers,
            HttpStatusCode status,
            WebRequest request) {
        return respond(
                failure,
                Problems.invalid(List.of(new InvalidField(failure.getParameterName(), Message.of("field.required")))),
                headers,
                request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleServletRequestBindingException(
            ServletRequestBindingException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return handleExceptionInternal(failure, null, headers, status, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleAsyncRequestTimeoutException(
            AsyncRequestTimeoutException failure, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        return unavailable(failure, Message.of("detail.service-unavailable.timeout"), request);
    }

    @ExceptionHandler(AuthenticationException.class)
    @Nullable ResponseEntity<Object> unauthorized(AuthenticationException failure, WebRequest request) {
        HttpHeaders headers = new HttpHeaders();
        // Spring Security throws the OAuth exception for a token, and another one if the request has none.
        headers.set(
                HttpHeaders.WWW_AUTHENTICATE,
                failure instanceof OAuth2AuthenticationException
                        ? BearerChallenge.INVALID_TOKEN
                        : BearerChallenge.NO_TOKEN);
        return respond(
                failure,
                Problems.of(HttpStatus.UNAUTHORIZED, "unauthorized", Message.of("detail.unauthorized")),
                headers,
                request);
    }

    @ExceptionHandler(AccessDeniedException.class)
    @Nullable ResponseEntity<Object> forbidden(AccessDeniedException failure, WebRequest request) {
        return respond(
                failure,
                Problems.of(HttpStatus.FORBIDDEN, "forbidden", Message.of("detail.forbidden")),
                new HttpHeaders(),
                request);
    }

    /** A parameter or the name of a header with characters that Spring Security rejects. */
    @ExceptionHandler(RequestRejectedException.class)
    @Nullable ResponseEntity<Object> rejected(RequestRejectedException failure, WebRequest request) {
        return respond(
                failure,
                Problems.of(
                        HttpStatus.BAD_REQUEST, "malformed-request", Message.of("detail.malformed-request.characters")),
                new HttpHeaders(),
                request);
    }

    @ExceptionHandler({
        CannotCreateTransactionException.class,
        DataAccessResourceFailureException.class,
        TransientDataAccessException.class
    })
    @Nullable ResponseEntity<Object> storeUnavailable(Exception failure, WebRequest request) {
        Deadline deadline = Deadline.current();
        if (deadline != null && deadline.isOver()) {
            return deadlineExceeded(failure, request);
        }
        log.warn("database unavailable: {}", LogExcerpt.of(failure.toString()));
        return unavailable(failure, Message.of("detail.service-unavailable.database"), request);
    }

    /** Exceptions for which drivers and transaction managers have no specific type. */
    @ExceptionHandler({TransactionSystemException.class, UncategorizedDataAccessException.class})
    @Nullable ResponseEntity<Object> storeFailed(Exception failure, WebRequest request) {
        return LostConnection.isShownBy(failure) ? storeUnavailable(failure, request) : unexpected(failure, request);
    }

    @ExceptionHandler(DeadlineExceeded.class)
    @Nullable ResponseEntity<Object> deadlineExceeded(Exception failure, WebRequest request) {
        return respond(
                failure,
                Problems.of(HttpStatus.GATEWAY_TIMEOUT, "deadline-exceeded", Message.of("detail.deadline-exceeded")),
                new HttpHeaders(),
                request);
    }

    @ExceptionHandler(TaskRejectedException.class)
    @Nullable ResponseEntity<Object> busy(TaskRejectedException failure, WebRequest request) {
        return unavailable(failure, Message.of("detail.service-unavailable.overloaded"), request);
    }

    @ExceptionHandler(Exception.class)
    @Nullable ResponseEntity<Object> unexpected(Exception failure, WebRequest request) {
        log.error("unexpected failure: " + failure.getClass().getSimpleName(), LogExcerpt.of(failure));
        return respond(
                failure,
                Problems.of(HttpStatus.INTERNAL_SERVER_ERROR, "internal-error", Message.of("detail.internal-error")),
                new HttpHeaders(),
                request);
    }

    private @Nullable ResponseEntity<Object> unavailable(Exception failure, Message detail, WebRequest request) {
        HttpHeaders headers = new HttpHeaders();
        headers.set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        return respond(
                failure, Problems.of(HttpStatus.SERVICE_UNAVAILABLE, "service-unavailable", detail), headers, request);
    }
}

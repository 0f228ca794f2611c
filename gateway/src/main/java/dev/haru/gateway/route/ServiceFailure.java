package dev.haru.gateway.route;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import io.netty.handler.timeout.ReadTimeoutException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;

/** The problem for a call to a service that failed. */
final class ServiceFailure extends ProblemException {

    private static final String RETRY_AFTER_SECONDS = "1";

    private final boolean refusedByBreaker;

    private ServiceFailure(HttpStatus status, String code, Message detail, @Nullable Throwable cause) {
        this(status, code, detail, cause, false);
    }

    private ServiceFailure(
            HttpStatus status, String code, Message detail, @Nullable Throwable cause, boolean refusedByBreaker) {
        super(status, code, detail, cause);
        this.refusedByBreaker = refusedByBreaker;
    }

    /** Whether an open circuit breaker refused the call. */
    boolean isRefusedByBreaker() {
        return refusedByBreaker;
    }

    static ServiceFailure of(String service, Throwable cause) {
        return switch (cause) {
            // The request waited for a connection until its deadline.
            case TimeoutException _ ->
                unavailable(Message.of("detail.service-unavailable.overloaded-service", service), cause);
            case ConnectException _ ->
                unavailable(Message.of("detail.service-unavailable.unreachable", service), cause);
            case UnknownHostException _ ->
                unavailable(Message.of("detail.service-unavailable.unreachable", service), cause);
            case ReadTimeoutException _ ->
                new ServiceFailure(
                        HttpStatus.GATEWAY_TIMEOUT,
                        "upstream-timeout",
                        Message.of("detail.upstream-timeout", service),
                        cause);
            default ->
                new ServiceFailure(
                        HttpStatus.BAD_GATEWAY, "bad-gateway", Message.of("detail.bad-gateway", service), cause);
        };
    }

    /** The maximum of requests already waits for the service. */
    static ServiceFailure overloaded(String service) {
        return unavailable(Message.of("detail.service-unavailable.overloaded-service", service), null);
    }

    /** The circuit breaker of the service is open, so the gateway did not call it. */
    static ServiceFailure circuitOpen(String service) {
        return unavailable(Message.of("detail.service-unavailable.unreachable", service), null, true);
    }

    /** The deadline has passed, so the gateway does not repeat the call. */
    static ServiceFailure deadlineExceeded(String service, Throwable cause) {
        return new ServiceFailure(
                HttpStatus.GATEWAY_TIMEOUT, "deadline-exceeded", Message.of("detail.upstream-timeout", service), cause);
    }

    private static ServiceFailure unavailable(Message detail, @Nullable Throwable cause) {
        return unavailable(detail, cause, false);
    }

    private static ServiceFailure unavailable(Message detail, @Nullable Throwable cause, boolean refusedByBreaker) {
        ServiceFailure failure = new ServiceFailure(
                HttpStatus.SERVICE_UNAVAILABLE, "service-unavailable", detail, cause, refusedByBreaker);
        failure.getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        return failure;
    }
}

package dev.haru.gateway.route;

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

    private ServiceFailure(HttpStatus status, String code, String detail, @Nullable Throwable cause) {
        super(status, code, detail, cause);
    }

    static ServiceFailure of(String service, Throwable cause) {
        return switch (cause) {
            // The request waited for a connection until its deadline.
            case TimeoutException _ -> unavailable(service + " is overloaded right now.", cause);
            case ConnectException _ -> unavailable(service + " cannot be reached right now.", cause);
            case UnknownHostException _ -> unavailable(service + " cannot be reached right now.", cause);
            case ReadTimeoutException _ ->
                new ServiceFailure(
                        HttpStatus.GATEWAY_TIMEOUT, "upstream-timeout", service + " did not answer in time.", cause);
            default ->
                new ServiceFailure(
                        HttpStatus.BAD_GATEWAY, "bad-gateway", service + " ended its response early.", cause);
        };
    }

    /** The maximum of requests already waits for the service. */
    static ServiceFailure overloaded(String service) {
        return unavailable(service + " is overloaded right now.", null);
    }

    /** The circuit breaker of the service is open, so the gateway did not call it. */
    static ServiceFailure circuitOpen(String service) {
        return unavailable(service + " cannot be reached right now.", null);
    }

    /** The deadline has passed, so the gateway does not repeat the call. */
    static ServiceFailure deadlineExceeded(String service, Throwable cause) {
        return new ServiceFailure(
                HttpStatus.GATEWAY_TIMEOUT, "deadline-exceeded", service + " did not answer in time.", cause);
    }

    private static ServiceFailure unavailable(String detail, @Nullable Throwable cause) {
        ServiceFailure failure =
                new ServiceFailure(HttpStatus.SERVICE_UNAVAILABLE, "service-unavailable", detail, cause);
        failure.getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        return failure;
    }
}

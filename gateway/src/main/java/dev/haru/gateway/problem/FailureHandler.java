package dev.haru.gateway.problem;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.haru.gateway.trace.Trace;
import dev.haru.gateway.warmup.WarmUpRequests;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.problem.LogExcerpt;
import dev.haru.platform.problem.ProblemException;
import dev.haru.platform.problem.Problems;
import dev.haru.platform.trace.TraceIds;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.stereotype.Component;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;
import reactor.netty.Connection;

/**
 * Turns every failure into a problem. If the response has begun, it closes the connection instead, so that the client
 * notices.
 *
 * <p>Longer than 120 lines because it has one branch for each kind of failure.
 */
@Component
@Order(-2) // before Spring Boot's handler, which responds in another format
final class FailureHandler implements WebExceptionHandler {

    private static final String FEEDS = "/v1/feeds/";

    private static final Logger log = LoggerFactory.getLogger(FailureHandler.class);

    private final ProblemResponses responses;
    private final WarmUpRequests warmUpRequests;

    FailureHandler(ProblemResponses responses, WarmUpRequests warmUpRequests) {
        this.responses = responses;
        this.warmUpRequests = warmUpRequests;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable failure) {
        Connection client = ServerHttpResponseDecorator.getNativeResponse(exchange.getResponse());
        if (!client.channel().isActive()) {
            return Mono.empty();
        }
        ProblemDetail problem = problem(failure);
        log(exchange, problem, failure);
        if (exchange.getResponse().isCommitted()) {
            // A regular end would make a partial response look complete.
            client.dispose();
            return Mono.empty();
        }
        ServerWebExchangeUtils.reset(exchange);
        if (failure instanceof ErrorResponse response) {
            copy(response.getHeaders(), exchange.getResponse().getHeaders());
        }
        return responses.write(exchange, ProblemResponses.about(exchange, problem));
    }

    private static ProblemDetail problem(Throwable failure) {
        return switch (failure) {
            case ProblemException known -> known.getBody();
            case InvalidRequest known -> known.getBody();
            case ErrorResponse known when known.getStatusCode().is4xxClientError() -> ofStatus(known);
            // Spring throws it for a media type of the request that it cannot read.
            case InvalidMimeTypeException _ ->
                Problems.of(
                        HttpStatus.BAD_REQUEST, "malformed-request", Message.of("detail.malformed-request.media-type"));
            default ->
                Problems.of(HttpStatus.INTERNAL_SERVER_ERROR, "internal-error", Message.of("detail.internal-error"));
        };
    }

    private static ProblemDetail ofStatus(ErrorResponse known) {
        return switch (known.getStatusCode().value()) {
            case 404 -> Problems.of(HttpStatus.NOT_FOUND, "route-not-found", Message.of("detail.route-not-found"));
            case 405 ->
                Problems.of(
                        HttpStatus.METHOD_NOT_ALLOWED, "method-not-allowed", Message.of("detail.method-not-allowed"));
            case 406 -> Problems.of(HttpStatus.NOT_ACCEPTABLE, "not-acceptable", Message.of("detail.not-acceptable"));
            default ->
                Problems.of(
                        HttpStatus.BAD_REQUEST, "malformed-request", Message.of("detail.malformed-request.unreadable"));
        };
    }

    private static void copy(HttpHeaders from, HttpHeaders to) {
        from.forEach(to::put);
    }

    private void log(ServerWebExchange exchange, ProblemDetail problem, Throwable failure) {
        if (problem.getStatus() < 500) {
            return;
        }
        try (MDC.MDCCloseable _ = MDC.putCloseable(TraceIds.LOG_KEY, Trace.id(exchange));
                MDC.MDCCloseable _ = MDC.putCloseable(TraceIds.SPAN_LOG_KEY, Trace.spanId(exchange))) {
            if (failure instanceof ProblemException expected) {
                log(exchange, problem, expected);
            } else {
                log.error("unexpected failure: " + failure.getClass().getSimpleName(), LogExcerpt.of(failure));
            }
        }
    }

    /** Logs the path without its query, and no header, so that neither tokens nor names appear in the log. */
    private void log(ServerWebExchange exchange, ProblemDetail problem, ProblemException expected) {
        @Nullable Route route = exchange.getAttribute(GATEWAY_ROUTE_ATTR);
        ServerHttpRequest request = exchange.getRequest();
        // Status and route are part of the template, so that the limit of log lines counts each pair separately.
        String line =
                "%d from %s: {} {}: {}".formatted(problem.getStatus(), route == null ? "the gateway" : route.getId());
        Object[] arguments = {
            request.getMethod(),
            LogExcerpt.of(withoutSecret(request.getURI().getRawPath())),
            LogExcerpt.of(String.valueOf(expected.getCause()))
        };
        // Services that are installed together with the gateway are unavailable while it warms up.
        if (warmUpRequests.contains(request)) {
            log.debug(line, arguments);
        } else {
            log.warn(line, arguments);
        }
    }

    /** Replaces the secret of a feed, whose address is its only protection. */
    private static String withoutSecret(String path) {
        return path.startsWith(FEEDS) ? FEEDS + "..." : path;
    }
}

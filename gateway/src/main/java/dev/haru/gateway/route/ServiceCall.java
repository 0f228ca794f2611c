package dev.haru.gateway.route;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.gateway.pipeline.GatewayPipeline.RouteStep;
import dev.haru.platform.problem.ProblemException;
import java.io.IOException;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Repeats a GET once when its connection fails, and maps failures to problems. Other methods are not repeated: the
 * service may have processed the request before the connection failed.
 */
@Component
final class ServiceCall implements GlobalFilter, Ordered {

    private static final String REPEATED_ATTRIBUTE = ServiceCall.class.getName();

    private final RequestDeadline deadline;

    ServiceCall(RequestDeadline deadline) {
        this.deadline = deadline;
    }

    /** Whether this is the second attempt, which has only the rest of the deadline. */
    static boolean isRepeated(ServerWebExchange exchange) {
        return exchange.getAttributes().containsKey(REPEATED_ATTRIBUTE);
    }

    @Override
    public int getOrder() {
        return RouteStep.SERVICE_CALL.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return chain.filter(exchange)
                .onErrorResume(failure -> shouldRepeat(exchange, failure)
                        ? repeat(exchange, chain, failure)
                        : Mono.error(problem(exchange, failure)));
    }

    private Mono<Void> repeat(ServerWebExchange exchange, GatewayFilterChain chain, Throwable failure) {
        if (!deadline.remaining(exchange).isPositive()) {
            return Mono.error(ServiceFailure.deadlineExceeded(serviceOf(exchange), failure));
        }
        ServerWebExchangeUtils.reset(exchange);
        exchange.getAttributes().put(REPEATED_ATTRIBUTE, true);
        return chain.filter(exchange).onErrorMap(second -> problem(exchange, second));
    }

    private static boolean shouldRepeat(ServerWebExchange exchange, Throwable failure) {
        return failure instanceof IOException
                && isRepeatable(exchange.getRequest())
                && !exchange.getResponse().isCommitted();
    }

    private static Throwable problem(ServerWebExchange exchange, Throwable failure) {
        return failure instanceof ProblemException ? failure : ServiceFailure.of(serviceOf(exchange), failure);
    }

    private static String serviceOf(ServerWebExchange exchange) {
        return exchange.<Route>getRequiredAttribute(GATEWAY_ROUTE_ATTR).getId();
    }

    private static boolean isRepeatable(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        return request.getMethod().equals(HttpMethod.GET)
                && !headers.containsHeader(HttpHeaders.CONTENT_LENGTH)
                && !headers.containsHeader(HttpHeaders.TRANSFER_ENCODING);
    }
}

package dev.haru.gateway.route;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

import dev.haru.gateway.deadline.RequestDeadline;
import dev.haru.platform.problem.ProblemException;
import java.io.IOException;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.cloud.gateway.route.Route;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/**
 * Gives a GET a second chance when its connection failed, and says what a failure means. Nothing else is repeated: a
 * service may have done its work before the connection broke.
 */
@Component
@Order(NettyWriteResponseFilter.WRITE_RESPONSE_FILTER_ORDER - 1)
final class ServiceCall implements GlobalFilter {

    private static final String REPEATED = ServiceCall.class.getName();

    private final RequestDeadline deadline;

    ServiceCall(RequestDeadline deadline) {
        this.deadline = deadline;
    }

    /** Whether this is the second try, which has only what the first left of the deadline. */
    static boolean isRepeated(ServerWebExchange exchange) {
        return exchange.getAttributes().containsKey(REPEATED);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return chain.filter(exchange)
                .onErrorResume(failure -> isWorthAnotherTry(exchange, failure)
                        ? again(exchange, chain, failure)
                        : Mono.error(problem(exchange, failure)));
    }

    private Mono<Void> again(ServerWebExchange exchange, GatewayFilterChain chain, Throwable failure) {
        if (!deadline.left(exchange).isPositive()) {
            return Mono.error(ServiceFailure.tooLate(serviceOf(exchange), failure));
        }
        ServerWebExchangeUtils.reset(exchange);
        exchange.getAttributes().put(REPEATED, true);
        return chain.filter(exchange).onErrorMap(second -> problem(exchange, second));
    }

    private static boolean isWorthAnotherTry(ServerWebExchange exchange, Throwable failure) {
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

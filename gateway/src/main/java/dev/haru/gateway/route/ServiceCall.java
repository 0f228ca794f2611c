package dev.haru.gateway.route;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.GATEWAY_ROUTE_ATTR;

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

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        Mono<Void> call = chain.filter(exchange);
        if (isRepeatable(exchange.getRequest())) {
            call = call.onErrorResume(failure -> {
                if (!(failure instanceof IOException) || exchange.getResponse().isCommitted()) {
                    return Mono.error(failure);
                }
                ServerWebExchangeUtils.reset(exchange);
                return chain.filter(exchange);
            });
        }
        return call.onErrorMap(
                failure -> !(failure instanceof ProblemException),
                failure -> ServiceFailure.of(
                        exchange.<Route>getRequiredAttribute(GATEWAY_ROUTE_ATTR).getId(), failure));
    }

    private static boolean isRepeatable(ServerHttpRequest request) {
        HttpHeaders headers = request.getHeaders();
        return request.getMethod().equals(HttpMethod.GET)
                && !headers.containsHeader(HttpHeaders.CONTENT_LENGTH)
                && !headers.containsHeader(HttpHeaders.TRANSFER_ENCODING);
    }
}

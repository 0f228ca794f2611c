package dev.haru.gateway.route;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR;

import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.NettyWriteResponseFilter;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.publisher.SignalType;
import reactor.netty.Connection;

/**
 * Sends a small response in one write. Spring Cloud Gateway's filter forwards the head and the body as they arrive.
 * Each costs a system call in the gateway and one in the client.
 */
final class SingleWriteResponseFilter extends NettyWriteResponseFilter {

    /** Maximum size of a response that is buffered; most responses of the services are smaller. */
    private static final int SMALL_BYTES = 16 << 10;

    SingleWriteResponseFilter(List<MediaType> streamingMediaTypes, ObjectProvider<List<HttpHeadersFilter>> headers) {
        super(streamingMediaTypes, headers);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return chain.filter(exchange)
                .then(Mono.defer(() -> {
                    Connection service = exchange.getAttribute(CLIENT_RESPONSE_CONN_ATTR);
                    return service != null && isSmall(exchange)
                            ? write(service, exchange.getResponse())
                            : super.filter(exchange, _ -> Mono.empty());
                }))
                .doFinally(signal -> {
                    Connection service = exchange.getAttribute(CLIENT_RESPONSE_CONN_ATTR);
                    if (service != null && (signal == SignalType.CANCEL || signal == SignalType.ON_ERROR)) {
                        service.dispose();
                    }
                });
    }

    private Mono<Void> write(Connection service, ServerHttpResponse response) {
        Mono<DataBuffer> body = service.inbound().receive().aggregate().retain().map(bytes -> wrap(bytes, response));
        return response.writeWith(body);
    }

    /** Whether the response has a body with a small {@code Content-Length}. */
    private static boolean isSmall(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        long length = response.getHeaders().getContentLength();
        return length > 0
                && length <= SMALL_BYTES
                && !exchange.getRequest().getMethod().equals(HttpMethod.HEAD)
                && !HttpStatus.NOT_MODIFIED.equals(response.getStatusCode());
    }
}

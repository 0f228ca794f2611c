package dev.haru.gateway.route;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR;

import dev.haru.gateway.compression.ResponseCompression;
import dev.haru.gateway.pipeline.GatewayPipeline.RouteStep;
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
 * Each costs a system call in the gateway and one in the client. {@link ResponseCompression} compresses responses from
 * 1 KB on.
 */
final class SingleWriteResponseFilter extends NettyWriteResponseFilter {

    /** Maximum size of a response that is buffered; most responses of the services are smaller. */
    private static final int SMALL_BYTES = 16 << 10;

    private final ResponseCompression compression;

    SingleWriteResponseFilter(
            List<MediaType> streamingMediaTypes,
            ObjectProvider<List<HttpHeadersFilter>> headers,
            ResponseCompression compression) {
        super(streamingMediaTypes, headers);
        this.compression = compression;
    }

    @Override
    public int getOrder() {
        return RouteStep.RESPONSE_WRITE.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        return chain.filter(exchange)
                .then(Mono.defer(() -> {
                    Connection service = exchange.getAttribute(CLIENT_RESPONSE_CONN_ATTR);
                    if (service == null) {
                        return super.filter(exchange, _ -> Mono.empty());
                    }
                    if (hasNoBody(exchange)) {
                        WaitingRequests.freeConnection(exchange);
                    } else if (isSmall(exchange)) {
                        return write(service, exchange);
                    }
                    return super.filter(compression.compressing(exchange), _ -> Mono.empty());
                }))
                .doFinally(signal -> {
                    Connection service = exchange.getAttribute(CLIENT_RESPONSE_CONN_ATTR);
                    if (service != null && (signal == SignalType.CANCEL || signal == SignalType.ON_ERROR)) {
                        service.dispose();
                    }
                });
    }

    private Mono<Void> write(Connection service, ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        Mono<DataBuffer> body = service.inbound().receive().aggregate().retain().map(bytes -> {
            // The service's part has ended. A client that reads slowly does not hold the connection.
            WaitingRequests.freeConnection(exchange);
            return wrap(bytes, response);
        });
        boolean compressed = response.getHeaders().getContentLength() >= ResponseCompression.MIN_BYTES
                && compression.appliesTo(exchange);
        return response.writeWith(compressed ? body.map(bytes -> compression.compress(bytes, response)) : body);
    }

    /** Whether the response has a small {@code Content-Length}. */
    private static boolean isSmall(ServerWebExchange exchange) {
        long length = exchange.getResponse().getHeaders().getContentLength();
        return length > 0 && length <= SMALL_BYTES;
    }

    private static boolean hasNoBody(ServerWebExchange exchange) {
        ServerHttpResponse response = exchange.getResponse();
        return exchange.getRequest().getMethod().equals(HttpMethod.HEAD)
                || HttpStatus.NOT_MODIFIED.equals(response.getStatusCode())
                || HttpStatus.NO_CONTENT.equals(response.getStatusCode())
                || response.getHeaders().getContentLength() == 0;
    }
}

package dev.haru.gateway.guard;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CACHED_REQUEST_BODY_ATTR;

import dev.haru.platform.problem.ProblemException;
import java.time.Duration;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferFactory;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Forwards a request when its whole body has arrived. It refuses a body over the limit: by its {@code Content-Length}
 * before the body is read, else by counting while it arrives. It also refuses a body that does not arrive in time. A
 * service uses a thread for each request that has begun. Without this filter, clients that send partial bodies could
 * hold all these threads at no cost.
 */
@Component
@Order(BodyGuard.ORDER)
public final class BodyGuard implements GlobalFilter {

    /** After the rate limit; later filters have the whole body. */
    public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 10;

    /**
     * A refused body is read to its end up to this size. If the gateway closes a connection earlier, TCP resets it, and
     * a client that is still sending loses the response (RFC 9112, 9.6).
     */
    private static final long DRAINED_BYTES = 8L << 20;

    /** Initial size of the buffer; most bodies fit, and the buffer grows. */
    private static final int INITIAL_BYTES = 1024;

    private final long limit;
    private final Duration timeout;

    BodyGuard(BodyProperties properties) {
        this.limit = properties.maxSize().toBytes();
        this.timeout = properties.timeout();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        HttpHeaders headers = exchange.getRequest().getHeaders();
        long announced = headers.getContentLength();
        if (announced > limit) {
            return Mono.error(tooLarge(announced > DRAINED_BYTES));
        }
        if (announced <= 0 && !headers.containsHeader(HttpHeaders.TRANSFER_ENCODING)) {
            return chain.filter(exchange);
        }
        return ServerWebExchangeUtils.cacheRequestBody(
                        exchange.mutate().request(new BoundedRequest(exchange)).build(),
                        whole -> chain.filter(exchange.mutate().request(whole).build()))
                // Spring Cloud Gateway's filter for this would also run for requests without a body.
                .doFinally(_ -> DataBufferUtils.release(
                        (DataBuffer) exchange.getAttributes().remove(CACHED_REQUEST_BODY_ATTR)));
    }

    private ProblemException tooLarge(boolean closeConnection) {
        ProblemException refusal = new ProblemException(
                HttpStatus.CONTENT_TOO_LARGE, "content-too-large", "The body is over %d bytes.".formatted(limit));
        if (closeConnection) {
            refusal.getHeaders().setConnection("close");
        }
        return refusal;
    }

    private static ProblemException tooSlow() {
        ProblemException refusal =
                new ProblemException(HttpStatus.REQUEST_TIMEOUT, "request-timeout", "The body did not arrive in time.");
        refusal.getHeaders().setConnection("close");
        return refusal;
    }

    private final class BoundedRequest extends ServerHttpRequestDecorator {

        private final DataBufferFactory buffers;

        BoundedRequest(ServerWebExchange exchange) {
            super(exchange.getRequest());
            this.buffers = exchange.getResponse().bufferFactory();
        }

        /** Returns the body in one buffer: thousands of buffers of a byte each would take sixty times their size. */
        @Override
        public Flux<DataBuffer> getBody() {
            return Flux.defer(() -> {
                        long[] size = {0};
                        return super.getBody()
                                .<DataBuffer>handle((part, sink) -> {
                                    size[0] += part.readableByteCount();
                                    if (size[0] <= limit) {
                                        sink.next(part);
                                        return;
                                    }
                                    DataBufferUtils.release(part);
                                    if (size[0] > DRAINED_BYTES) {
                                        sink.error(tooLarge(true));
                                    }
                                })
                                .concatWith(
                                        Mono.defer(() -> size[0] > limit ? Mono.error(tooLarge(false)) : Mono.empty()))
                                .takeUntilOther(Mono.delay(timeout)
                                        .then(Mono.error(() -> size[0] > limit ? tooLarge(true) : tooSlow())))
                                .collect(() -> buffers.allocateBuffer(INITIAL_BYTES), BoundedRequest::append)
                                // Spring Cloud Gateway drops an empty buffer without releasing it.
                                .filter(whole -> whole.readableByteCount() > 0)
                                .flux();
                    })
                    .doOnDiscard(DataBuffer.class, DataBufferUtils::release);
        }

        private static void append(DataBuffer whole, DataBuffer part) {
            whole.write(part);
            DataBufferUtils.release(part);
        }
    }
}

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
 * Lets a body on when all of it is there. Refuses one over the limit, by its announced length before it is read, else
 * by counting while it arrives, and one that does not arrive in time. A service has a thread for each request that has
 * begun, so clients that send half of one, each at no cost, would else have all of them.
 */
@Component
@Order(BodyGuard.ORDER)
public final class BodyGuard implements GlobalFilter {

    /** After the rate limit; what comes later has all of the body. */
    public static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 10;

    /**
     * A refused body is read to its end up to here: a connection closed before that is reset, and the answer is lost on
     * a client that is still sending (RFC 9112, 9.6).
     */
    private static final long DRAINED_BYTES = 8L << 20;

    /** Most bodies fit into it; it grows. */
    private static final int FIRST_BYTES = 1024;

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
                        exchange.mutate().request(new Watched(exchange)).build(),
                        whole -> chain.filter(exchange.mutate().request(whole).build()))
                // The library's filter for that would be one more for requests without a body, too.
                .doFinally(_ -> DataBufferUtils.release(
                        (DataBuffer) exchange.getAttributes().remove(CACHED_REQUEST_BODY_ATTR)));
    }

    private ProblemException tooLarge(boolean endless) {
        ProblemException refusal = new ProblemException(
                HttpStatus.CONTENT_TOO_LARGE, "content-too-large", "The body is over %d bytes.".formatted(limit));
        if (endless) {
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

    private final class Watched extends ServerHttpRequestDecorator {

        private final DataBufferFactory buffers;

        Watched(ServerWebExchange exchange) {
            super(exchange.getRequest());
            this.buffers = exchange.getResponse().bufferFactory();
        }

        /** In one part: thousands of parts of a byte each would take sixty times their size. */
        @Override
        public Flux<DataBuffer> getBody() {
            return Flux.defer(() -> {
                        long[] seen = {0};
                        return super.getBody()
                                .<DataBuffer>handle((part, sink) -> {
                                    seen[0] += part.readableByteCount();
                                    if (seen[0] <= limit) {
                                        sink.next(part);
                                        return;
                                    }
                                    DataBufferUtils.release(part);
                                    if (seen[0] > DRAINED_BYTES) {
                                        sink.error(tooLarge(true));
                                    }
                                })
                                .concatWith(
                                        Mono.defer(() -> seen[0] > limit ? Mono.error(tooLarge(false)) : Mono.empty()))
                                .takeUntilOther(Mono.delay(timeout)
                                        .then(Mono.error(() -> seen[0] > limit ? tooLarge(true) : tooSlow())))
                                .collect(() -> buffers.allocateBuffer(FIRST_BYTES), Watched::append)
                                // The library forgets an empty one without releasing it.
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

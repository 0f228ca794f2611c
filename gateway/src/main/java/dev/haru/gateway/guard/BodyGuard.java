package dev.haru.gateway.guard;

import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CACHED_REQUEST_BODY_ATTR;

import dev.haru.gateway.pipeline.GatewayPipeline.RouteStep;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import dev.haru.platform.request.HeaderLines;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.gateway.filter.GatewayFilterChain;
import org.springframework.cloud.gateway.filter.GlobalFilter;
import org.springframework.cloud.gateway.support.ServerWebExchangeUtils;
import org.springframework.core.Ordered;
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
 * before the body is read, else by counting while it arrives. It refuses a body with a content coding before the body
 * is read. It also refuses a body that does not arrive in time, and one that cannot be read to its end. A service uses
 * a thread for each request that has begun. Without this filter, clients that send partial bodies could hold all these
 * threads at no cost. The path for files has its own limits, and a maximum number of files at once.
 *
 * <p>Longer than 120 lines because the filter and the bounded request that it creates belong together.
 */
@Component
final class BodyGuard implements GlobalFilter, Ordered {

    /**
     * A refused body is read to its end up to this size. If the gateway closes a connection earlier, TCP resets it, and
     * a client that is still sending loses the response (RFC 9112, 9.6).
     */
    private static final long DRAINED_BYTES = 8L << 20;

    /** Initial size of the buffer; most bodies fit, and the buffer grows. */
    private static final int INITIAL_BYTES = 1024;

    private static final String IDENTITY = "identity";

    private static final String RETRY_AFTER_SECONDS = "5";

    private final Limit ofBodies;
    private final Limit ofFiles;
    private final String filePath;
    private final Semaphore files;

    BodyGuard(BodyProperties properties) {
        BodyProperties.File file = properties.file();
        this.ofBodies = new Limit(properties.maxSize().toBytes(), properties.timeout());
        this.ofFiles = new Limit(file.maxSize().toBytes(), file.timeout());
        this.filePath = file.path();
        this.files = new Semaphore(file.atOnce());
    }

    @Override
    public int getOrder() {
        return RouteStep.BODY_GUARD.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, GatewayFilterChain chain) {
        HttpHeaders headers = exchange.getRequest().getHeaders();
        boolean file = exchange.getRequest().getURI().getRawPath().equals(filePath);
        Limit limit = file ? ofFiles : ofBodies;
        long announced = headers.getContentLength();
        if (announced <= 0 && !headers.containsHeader(HttpHeaders.TRANSFER_ENCODING)) {
            return chain.filter(exchange);
        }
        if (isEncoded(headers)) {
            return Mono.error(encoded(announced > DRAINED_BYTES));
        }
        if (announced > limit.bytes) {
            return Mono.error(tooLarge(limit, announced > DRAINED_BYTES));
        }
        return file ? oneOfFiles(cached(exchange, chain, limit)) : cached(exchange, chain, limit);
    }

    private static Mono<Void> cached(ServerWebExchange exchange, GatewayFilterChain chain, Limit limit) {
        return ServerWebExchangeUtils.cacheRequestBody(
                        exchange.mutate()
                                .request(new BoundedRequest(exchange, limit))
                                .build(),
                        whole -> chain.filter(exchange.mutate().request(whole).build()))
                // Spring Cloud Gateway's filter for this would also run for requests without a body.
                .doFinally(_ -> DataBufferUtils.release(
                        (DataBuffer) exchange.getAttributes().remove(CACHED_REQUEST_BODY_ATTR)));
    }

    private static boolean isEncoded(HttpHeaders headers) {
        @Nullable String codings = HeaderLines.joined(headers, HttpHeaders.CONTENT_ENCODING);
        return codings != null
                && Stream.of(codings.split(",", -1))
                        .map(String::strip)
                        .anyMatch(coding -> !coding.isEmpty() && !coding.equalsIgnoreCase(IDENTITY));
    }

    /** The header names the only coding of a request (RFC 9110, section 12.5.3). */
    private static ProblemException encoded(boolean closeConnection) {
        ProblemException refusal = new ProblemException(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "unsupported-media-type",
                Message.of("detail.unsupported-media-type.encoded"));
        refusal.getHeaders().set(HttpHeaders.ACCEPT_ENCODING, IDENTITY);
        if (closeConnection) {
            refusal.getHeaders().setConnection("close");
        }
        return refusal;
    }

    /** Runs the call if fewer than the maximum number of files are in memory. */
    private Mono<Void> oneOfFiles(Mono<Void> call) {
        return Mono.defer(
                () -> files.tryAcquire() ? call.doFinally(_ -> files.release()) : Mono.error(BodyGuard::tooManyFiles));
    }

    private static ProblemException tooManyFiles() {
        ProblemException refusal = new ProblemException(
                HttpStatus.SERVICE_UNAVAILABLE, "imports-saturated", Message.of("detail.imports-saturated"));
        refusal.getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        refusal.getHeaders().setConnection("close");
        return refusal;
    }

    private static ProblemException tooLarge(Limit limit, boolean closeConnection) {
        ProblemException refusal = new ProblemException(
                HttpStatus.CONTENT_TOO_LARGE, "content-too-large", Message.of("detail.content-too-large", limit.bytes));
        if (closeConnection) {
            refusal.getHeaders().setConnection("close");
        }
        return refusal;
    }

    private static ProblemException tooSlow() {
        ProblemException refusal = new ProblemException(
                HttpStatus.REQUEST_TIMEOUT, "request-timeout", Message.of("detail.request-timeout.body"));
        refusal.getHeaders().setConnection("close");
        return refusal;
    }

    /**
     * The limits of a body.
     *
     * @param bytes the maximum size
     * @param timeout how long the client may take to send it
     */
    private record Limit(long bytes, Duration timeout) {}

    private static final class BoundedRequest extends ServerHttpRequestDecorator {

        private final ServerWebExchange exchange;
        private final Limit limit;
        private final DataBufferFactory buffers;

        BoundedRequest(ServerWebExchange exchange, Limit limit) {
            super(exchange.getRequest());
            this.exchange = exchange;
            this.limit = limit;
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
                                    if (size[0] <= limit.bytes) {
                                        sink.next(part);
                                        return;
                                    }
                                    DataBufferUtils.release(part);
                                    if (size[0] > DRAINED_BYTES) {
                                        sink.error(tooLarge(limit, true));
                                    }
                                })
                                .concatWith(Mono.defer(() -> end(size[0])))
                                .takeUntilOther(Mono.delay(limit.timeout)
                                        .then(Mono.error(
                                                () -> size[0] > limit.bytes ? tooLarge(limit, true) : tooSlow())))
                                .collect(() -> buffers.allocateBuffer(INITIAL_BYTES), BoundedRequest::append)
                                // Spring Cloud Gateway drops an empty buffer without releasing it.
                                .filter(whole -> whole.readableByteCount() > 0)
                                .flux();
                    })
                    .doOnDiscard(DataBuffer.class, DataBufferUtils::release);
        }

        private Mono<DataBuffer> end(long size) {
            @Nullable ProblemException refusal = size > limit.bytes ? tooLarge(limit, false) : UnreadableBody.refusalOf(exchange);
            return refusal == null ? Mono.empty() : Mono.error(refusal);
        }

        private static void append(DataBuffer whole, DataBuffer part) {
            whole.write(part);
            DataBufferUtils.release(part);
        }
    }
}

package dev.haru.gateway.compression;

import java.util.concurrent.Semaphore;
import org.reactivestreams.Publisher;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** A response whose body is compressed while it arrives from the service. */
final class GzipResponse extends ServerHttpResponseDecorator {

    private final Semaphore streams;

    GzipResponse(ServerHttpResponse response, Semaphore streams) {
        super(response);
        this.streams = streams;
    }

    /** Sends the body as it is while too many other bodies are being compressed. */
    @Override
    public Mono<Void> writeWith(Publisher<? extends DataBuffer> body) {
        return Mono.defer(() -> streams.tryAcquire()
                ? super.writeWith(compressed(body)).doFinally(_ -> streams.release())
                : super.writeWith(body));
    }

    private Flux<DataBuffer> compressed(Publisher<? extends DataBuffer> body) {
        return Flux.using(GzipStream::new, stream -> compressed(Flux.from(body), stream), GzipStream::close);
    }

    /**
     * Sets the headers with the first part of the body. If the service fails before it, the headers of the problem that
     * the client receives are not affected.
     */
    private Flux<DataBuffer> compressed(Flux<? extends DataBuffer> body, GzipStream stream) {
        return body.switchOnFirst((first, parts) -> {
            if (!first.hasValue()) {
                return parts.cast(DataBuffer.class);
            }
            ResponseCompression.describe(getHeaders());
            getHeaders().remove(HttpHeaders.CONTENT_LENGTH);
            return parts.map(stream::add)
                    .concatWith(Mono.fromSupplier(stream::finish))
                    .filter(bytes -> bytes.length > 0)
                    .map(bufferFactory()::wrap);
        });
    }
}

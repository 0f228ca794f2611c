package dev.haru.gateway.compression;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.test.StepVerifier;

class GzipResponseTests {

    private final MockServerHttpResponse response = new MockServerHttpResponse();
    private final Semaphore streams = new Semaphore(1);

    @Test
    void failureBeforeTheBodyLeavesTheHeadersUnchanged() {
        response.getHeaders().setETag("\"3\"");
        response.getHeaders().setContentLength(100_000);

        send(Flux.error(new IOException("the service disconnected"))).verifyError(IOException.class);

        assertThat(response.getHeaders().containsHeader("Content-Encoding")).isFalse();
        assertThat(response.getHeaders().getETag()).isEqualTo("\"3\"");
        assertThat(response.isCommitted()).isFalse();
        assertThat(streams.availablePermits()).isEqualTo(1);
    }

    @Test
    void emptyBodyStaysEmpty() {
        send(Flux.empty()).verifyComplete();

        assertThat(response.getHeaders().containsHeader("Content-Encoding")).isFalse();
        assertThat(response.getBodyAsString().block()).isEmpty();
    }

    @Test
    void bodyBeyondTheMaximumOfStreamsIsSentAsItIs() {
        streams.acquireUninterruptibly();

        send(Flux.just(buffer("{"), buffer("}"))).verifyComplete();

        assertThat(response.getHeaders().containsHeader("Content-Encoding")).isFalse();
        assertThat(response.getBodyAsString().block()).isEqualTo("{}");
    }

    @Test
    void streamEndsWithTheResponse() {
        send(Flux.just(buffer("{"), buffer("}"))).verifyComplete();
        assertThat(streams.availablePermits()).isEqualTo(1);

        StepVerifier.create(new GzipResponse(new MockServerHttpResponse(), streams).writeWith(Flux.never()))
                .thenAwait()
                .then(() -> assertThat(streams.availablePermits()).isZero())
                .thenCancel()
                .verify();
        assertThat(streams.availablePermits()).isEqualTo(1);
    }

    private StepVerifier.FirstStep<Void> send(Flux<DataBuffer> body) {
        Mono<Void> sent = new GzipResponse(response, streams).writeWith(body);
        return StepVerifier.create(sent);
    }

    private DataBuffer buffer(String text) {
        return response.bufferFactory().wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}

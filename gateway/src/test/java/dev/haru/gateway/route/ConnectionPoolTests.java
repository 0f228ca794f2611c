package dev.haru.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.language.Messages;
import dev.haru.platform.problem.Problems;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.util.unit.DataSize;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.DisposableServer;
import reactor.netty.http.client.HttpClient;
import reactor.netty.http.server.HttpServer;
import reactor.netty.resources.ConnectionProvider;

class ConnectionPoolTests {

    private final Sinks.Empty<Void> released = Sinks.empty();
    private final DisposableServer service = HttpServer.create()
            .port(0)
            .handle((_, response) -> released.asMono().then(response.send().then()))
            .bindNow();

    @AfterEach
    void stop() {
        released.tryEmitEmpty();
        service.disposeNow();
    }

    @Test
    void callWithoutAConnectionAtItsDeadlineIsUnavailable() {
        // One call gets the connection; the other waits until its deadline.
        List<Throwable> failures = failures(2);
        assertThat(failures)
                .map(failure -> ServiceFailure.of("member-service", failure))
                .filteredOn(failure -> failure.getStatusCode() == HttpStatus.SERVICE_UNAVAILABLE)
                .singleElement()
                .satisfies(failure -> {
                    assertThat(Problems.localize(failure.getBody(), "en", Messages.load())
                                    .getDetail())
                            .isEqualTo("member-service is overloaded right now.");
                    assertThat(failure.getHeaders().getFirst("Retry-After")).isEqualTo("1");
                });
    }

    private List<Throwable> failures(int calls) {
        ConnectionProperties properties = new ConnectionProperties(
                1, 1, 1, DataSize.ofKilobytes(1), Duration.ofMinutes(1), Duration.ofMinutes(5), Duration.ofMinutes(5));
        ConnectionProvider pool = ConnectionConfig.connections("services", 1, properties, Duration.ofMillis(200));
        HttpClient client = ConnectionConfig.client(pool, properties).responseTimeout(Duration.ofMinutes(1));
        try {
            return Objects.requireNonNull(Flux.range(0, calls)
                    .flatMap(_ -> client.get()
                            .uri("http://localhost:" + service.port())
                            .response()
                            .then(Mono.<Throwable>empty())
                            // The other call has its response only now, so it had the connection all the time.
                            .doOnError(_ -> released.tryEmitEmpty())
                            .onErrorResume(Mono::just))
                    .collectList()
                    .block(Duration.ofMinutes(2)));
        } finally {
            pool.dispose();
        }
    }
}

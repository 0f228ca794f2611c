package dev.haru.gateway.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.codec.HttpMessageWriter;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.reactive.function.server.ServerRequest;
import org.springframework.web.reactive.function.server.ServerResponse;
import org.springframework.web.reactive.result.view.ViewResolver;

class StaticContentTests {

    @Test
    void varyOfTheCorsFilterIsKept() {
        MockServerWebExchange exchange =
                MockServerWebExchange.from(MockServerHttpRequest.get("/docs").header("If-None-Match", "*"));
        exchange.getResponse().getHeaders().add("Vary", "Origin");

        StaticContent.of(MediaType.APPLICATION_JSON, new byte[] {'{', '}'})
                .respond(ServerRequest.create(exchange, List.of()), _ -> {})
                .flatMap(response -> response.writeTo(exchange, new NoWriters()))
                .block();

        assertThat(exchange.getResponse().getStatusCode()).isEqualTo(HttpStatus.NOT_MODIFIED);
        assertThat(exchange.getResponse().getHeaders().getVary()).containsExactly("Origin", "Accept-Encoding");
    }

    private record NoWriters() implements ServerResponse.Context {

        @Override
        public List<HttpMessageWriter<?>> messageWriters() {
            return List.of();
        }

        @Override
        public List<ViewResolver> viewResolvers() {
            return List.of();
        }
    }
}

package dev.haru.gateway.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.http.server.reactive.MockServerHttpResponse;
import org.springframework.web.server.WebExceptionHandler;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.adapter.WebHttpHandlerBuilder;
import reactor.core.publisher.Mono;

class WebChainCustomizerTests {

    private final List<String> calls = new ArrayList<>();
    private final MockServerHttpResponse response = new MockServerHttpResponse();
    private final WebHttpHandlerBuilder builder = WebHttpHandlerBuilder.webHandler(_ -> {
        calls.add("handler");
        return Mono.error(new IllegalStateException("first failure"));
    });

    @Test
    void filtersRunInTheirOrderBeforeTheHandler() {
        builder.filter(filter("first"), filter("second"), filter("third"));
        builder.exceptionHandler(responding());

        handle();

        assertThat(calls).startsWith("first", "second", "third", "handler");
    }

    @Test
    void filterThatRespondsEndsTheChain() {
        builder.filter(filter("first"), (exchange, _) -> exchange.getResponse().setComplete(), filter("third"));

        handle();

        assertThat(calls).containsExactly("first");
    }

    @Test
    void failureOfAFilterReachesTheExceptionHandlers() {
        builder.filter((_, _) -> {
            throw new IllegalStateException("failure of a filter");
        });
        builder.exceptionHandler(responding());

        handle();

        assertThat(calls).containsExactly("failure of a filter");
        assertThat(response.getStatusCode()).isEqualTo(HttpStatus.BAD_GATEWAY);
    }

    @Test
    void exceptionHandlersRunInOrderUntilOneResponds() {
        builder.exceptionHandler(replacing("second failure"), responding(), replacing("never"));

        handle();

        assertThat(calls).containsExactly("handler", "first failure", "second failure");
        assertThat(response.getStatusCode()).isEqualTo(HttpStatus.BAD_GATEWAY);
    }

    @Test
    void eachChainIsOnePart() {
        builder.filter(filter("first"), filter("second")).exceptionHandler(responding(), responding());

        new WebChainCustomizer().customize(builder);

        builder.filters(filters -> assertThat(filters).singleElement().hasToString("web filters"));
        builder.exceptionHandlers(handlers -> assertThat(handlers).hasSize(1));
    }

    private void handle() {
        new WebChainCustomizer().customize(builder);
        HttpHandler handler = builder.build();
        handler.handle(MockServerHttpRequest.get("/").build(), response).block();
    }

    private WebFilter filter(String name) {
        return (exchange, chain) -> {
            calls.add(name);
            return chain.filter(exchange);
        };
    }

    private WebExceptionHandler replacing(String message) {
        return (_, failure) -> {
            calls.add(String.valueOf(failure.getMessage()));
            return Mono.error(new IllegalStateException(message));
        };
    }

    private WebExceptionHandler responding() {
        return (exchange, failure) -> {
            calls.add(String.valueOf(failure.getMessage()));
            exchange.getResponse().setStatusCode(HttpStatus.BAD_GATEWAY);
            return exchange.getResponse().setComplete();
        };
    }
}

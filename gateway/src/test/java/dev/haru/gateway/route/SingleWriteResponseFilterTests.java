package dev.haru.gateway.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.cloud.gateway.support.ServerWebExchangeUtils.CLIENT_RESPONSE_CONN_ATTR;

import dev.haru.gateway.compression.ResponseCompression;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.embedded.EmbeddedChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.cloud.gateway.filter.headers.HttpHeadersFilter;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.ByteBufFlux;
import reactor.netty.Connection;
import reactor.netty.NettyInbound;

class SingleWriteResponseFilterTests {

    private static final String BODY = "[]";

    private final EmbeddedChannel channel = new EmbeddedChannel();
    private final ConnectionQueue queue =
            new ConnectionQueue(channel.eventLoop(), 1, new WaitLimit("schedule-service", 1, 1));
    private final SingleWriteResponseFilter filter =
            new SingleWriteResponseFilter(List.of(), withoutHeaderFilters(), new ResponseCompression());

    @ParameterizedTest
    @CsvSource({"GET, 200, 2", "GET, 304, 0", "GET, 200, 0", "DELETE, 204, -1", "HEAD, 200, 2"})
    void slowClientDoesNotHoldTheConnectionToTheService(String method, int status, int length) {
        ConnectionQueue.Place place = queue.place();
        place.takeConnection();
        MockServerWebExchange exchange =
                MockServerWebExchange.from(MockServerHttpRequest.method(HttpMethod.valueOf(method), "/v1/schedules"));
        exchange.getAttributes().put(WaitingRequests.ATTRIBUTE, place);
        exchange.getAttributes().put(CLIENT_RESPONSE_CONN_ATTR, new ServiceConnection(channel, length > 0 ? BODY : ""));
        exchange.getResponse().setStatusCode(HttpStatusCode.valueOf(status));
        if (length >= 0) {
            exchange.getResponse().getHeaders().setContentLength(length);
        }
        exchange.getResponse()
                .setWriteHandler(body -> body.doOnNext(DataBufferUtils::release).then(Mono.never()));

        Disposable response = filter.filter(exchange, _ -> Mono.empty()).subscribe();

        assertThat(response.isDisposed()).as("the response is complete").isFalse();
        assertThat(queue.place().takeConnection()).isTrue();
        response.dispose();
    }

    private static ObjectProvider<List<HttpHeadersFilter>> withoutHeaderFilters() {
        return new ObjectProvider<>() {
            @Override
            public List<HttpHeadersFilter> getObject() {
                return List.of();
            }
        };
    }

    /** A connection whose response has this body. */
    private record ServiceConnection(Channel channel, String body) implements Connection, NettyInbound {

        @Override
        public NettyInbound inbound() {
            return this;
        }

        @Override
        public ByteBufFlux receive() {
            return ByteBufFlux.fromInbound(Flux.just(Unpooled.copiedBuffer(body, StandardCharsets.US_ASCII)));
        }

        @Override
        public Flux<?> receiveObject() {
            return receive();
        }

        @Override
        public NettyInbound withConnection(Consumer<? super Connection> withConnection) {
            withConnection.accept(this);
            return this;
        }
    }
}

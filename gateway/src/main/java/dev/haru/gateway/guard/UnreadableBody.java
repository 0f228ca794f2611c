package dev.haru.gateway.guard;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import io.netty.channel.Channel;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AttributeKey;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.http.server.reactive.ServerHttpResponseDecorator;
import org.springframework.web.server.ServerWebExchange;
import reactor.netty.Connection;
import reactor.netty.http.server.HttpServerRequest;

/**
 * A body that cannot be read to its end, for example because of the size of a chunk. A connection has at most one,
 * because the codec reads nothing after it.
 *
 * @param headers the headers of its request, which identify the request among the pipelined ones of the connection
 * @param reason why the body cannot be read
 */
record UnreadableBody(HttpHeaders headers, UnreadableReason reason) {

    private static final AttributeKey<UnreadableBody> KEY = AttributeKey.valueOf(UnreadableBody.class.getName());

    static void record(Channel channel, HttpHeaders request, UnreadableReason reason) {
        channel.attr(KEY).set(new UnreadableBody(request, reason));
    }

    /** Returns the refusal of a request whose body has ended; null if the body was read completely. */
    @SuppressWarnings("ReferenceEquality") // pipelined requests may have equal headers
    static @Nullable ProblemException refusalOf(ServerWebExchange exchange) {
        Connection client = ServerHttpResponseDecorator.getNativeResponse(exchange.getResponse());
        @Nullable UnreadableBody body = client.channel().attr(KEY).get();
        if (body == null) {
            return null;
        }
        HttpServerRequest request = ServerHttpRequestDecorator.getNativeRequest(exchange.getRequest());
        if (request.requestHeaders() != body.headers) {
            return null;
        }
        ProblemException refusal =
                new ProblemException(body.reason.status, body.reason.code, Message.of(body.reason.detailKey));
        refusal.getHeaders().setConnection("close");
        return refusal;
    }
}

package dev.haru.gateway.guard;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * Replaces a request that cannot be read by one that can, and that {@link UnreadableFilter} refuses. Netty and Spring
 * would answer such a request themselves: a bare status without a problem or a trace id. Replacing it, rather than
 * answering here, keeps the answers to pipelined requests in order.
 */
@Component
@ChannelHandler.Sharable
final class UnreadableScreen extends ChannelInboundHandlerAdapter implements NettyServerCustomizer {

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((_, channel, _) ->
                channel.pipeline().addAfter(NettyPipeline.HttpCodec, UnreadableScreen.class.getName(), this));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request) {
            if (request.decoderResult().isFailure()) {
                ReferenceCountUtil.release(message);
                context.pipeline().addAfter(context.name(), LingeringClose.class.getName(), new LingeringClose());
                context.fireChannelRead(
                        standIn(Unreadable.because(request.decoderResult().cause())));
                return;
            }
            if (!RequestTarget.isReadable(request.uri())
                    || !RequestTarget.isHost(request.headers().get(HttpHeaderNames.HOST))) {
                request.setUri(Unreadable.MALFORMED.standIn);
                request.headers().set(HttpHeaderNames.HOST, "unreadable");
            }
        }
        context.fireChannelRead(message);
    }

    private static HttpRequest standIn(Unreadable reason) {
        HttpRequest standIn = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, reason.standIn);
        standIn.headers().set(HttpHeaderNames.HOST, "unreadable");
        // What follows on this connection cannot be read either.
        standIn.headers().set(HttpHeaderNames.CONNECTION, "close");
        return standIn;
    }
}

package dev.haru.gateway.guard;

import dev.haru.platform.request.QueryString;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.List;
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
final class UnreadableScreen implements NettyServerCustomizer {

    private final Duration timeout;

    UnreadableScreen(HeadProperties properties) {
        this.timeout = properties.timeout();
    }

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((_, channel, _) -> install(channel.pipeline(), NettyPipeline.HttpCodec, timeout));
    }

    static void install(ChannelPipeline pipeline, String codec, Duration timeout) {
        HeadTimeout head =
                new HeadTimeout(timeout, () -> refuse(pipeline.context(Screen.class), Unreadable.HEADERS_TOO_SLOW));
        pipeline.addBefore(codec, HeadTimeout.class.getName(), head);
        pipeline.addAfter(codec, Screen.class.getName(), new Screen(head));
    }

    private static void refuse(ChannelHandlerContext context, Unreadable reason) {
        closeSlowly(context);
        context.fireChannelRead(standIn(reason));
    }

    private static void closeSlowly(ChannelHandlerContext context) {
        if (context.pipeline().get(LingeringClose.class) == null) {
            context.pipeline().addAfter(context.name(), LingeringClose.class.getName(), new LingeringClose());
        }
    }

    private static HttpRequest standIn(Unreadable reason) {
        HttpRequest standIn = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, reason.standIn);
        standIn.headers().set(HttpHeaderNames.HOST, "unreadable");
        // What follows on this connection cannot be read either.
        standIn.headers().set(HttpHeaderNames.CONNECTION, "close");
        return standIn;
    }

    private static boolean isReadable(HttpRequest request) {
        String target = request.uri();
        int query = target.indexOf('?');
        return RequestTarget.isReadable(target)
                && (query < 0 || QueryString.isReadable(target.substring(query + 1)))
                && hasOneHost(request);
    }

    /** RFC 9112, section 3.2. */
    private static boolean hasOneHost(HttpRequest request) {
        List<String> hosts = request.headers().getAll(HttpHeaderNames.HOST);
        return switch (hosts.size()) {
            case 0 -> request.protocolVersion().equals(HttpVersion.HTTP_1_0);
            case 1 -> RequestTarget.isHost(hosts.getFirst());
            default -> false;
        };
    }

    private static final class Screen extends ChannelInboundHandlerAdapter {

        private final HeadTimeout head;

        Screen(HeadTimeout head) {
            this.head = head;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                head.headRead();
                if (request.decoderResult().isFailure()) {
                    ReferenceCountUtil.release(message);
                    refuse(context, Unreadable.because(request.decoderResult().cause()));
                    return;
                }
                if (!HttpUtil.isKeepAlive(request)) {
                    closeSlowly(context);
                }
                if (!isReadable(request)) {
                    request.setUri(Unreadable.MALFORMED.standIn);
                    request.headers().set(HttpHeaderNames.HOST, "unreadable");
                }
            }
            if (message instanceof LastHttpContent) {
                head.requestRead();
            }
            context.fireChannelRead(message);
        }
    }
}

package dev.haru.gateway.guard;

import dev.haru.platform.request.QueryString;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.reactor.netty.NettyServerCustomizer;
import org.springframework.stereotype.Component;
import reactor.netty.NettyPipeline;
import reactor.netty.http.server.HttpServer;

/**
 * Replaces a request that cannot be read by a readable one, which {@link UnreadableFilter} refuses. Otherwise Netty and
 * Spring would respond with a bare status, without a problem or a trace id. A replacement keeps the responses to
 * pipelined requests in order; a response from this handler would not.
 *
 * <p>Longer than 120 lines because it keeps the handler with the replacement of a whole request and of a body.
 */
@Component
final class UnreadableRequestReplacer implements NettyServerCustomizer {

    private final Duration timeout;

    UnreadableRequestReplacer(HeadProperties properties) {
        this.timeout = properties.timeout();
    }

    @Override
    public HttpServer apply(HttpServer server) {
        return server.doOnChannelInit((_, channel, _) -> install(channel.pipeline(), NettyPipeline.HttpCodec, timeout));
    }

    static void install(ChannelPipeline pipeline, String codec, Duration timeout) {
        HeadTimeout headTimeout = new HeadTimeout(
                timeout, () -> refuse(pipeline.context(Handler.class), UnreadableReason.HEADERS_TOO_SLOW));
        pipeline.addBefore(codec, HeadTimeout.class.getName(), headTimeout);
        pipeline.addAfter(codec, Handler.class.getName(), new Handler(headTimeout));
    }

    private static void refuse(ChannelHandlerContext context, UnreadableReason reason) {
        addLingeringClose(context);
        context.fireChannelRead(replacement(reason));
    }

    private static void addLingeringClose(ChannelHandlerContext context) {
        if (context.pipeline().get(LingeringClose.class) == null) {
            context.pipeline().addAfter(context.name(), LingeringClose.class.getName(), new LingeringClose());
        }
    }

    private static HttpRequest replacement(UnreadableReason reason) {
        HttpRequest request = new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, reason.replacementPath);
        request.headers().set(HttpHeaderNames.HOST, "unreadable");
        // Later requests on this connection cannot be read either.
        request.headers().set(HttpHeaderNames.CONNECTION, "close");
        return request;
    }

    private static boolean isReadable(HttpRequest request) {
        String target = request.uri();
        int query = target.indexOf('?');
        return RequestTarget.isReadable(target)
                && (!target.equals("*") || request.method().equals(HttpMethod.OPTIONS))
                && (query < 0 || QueryString.isReadable(target.substring(query + 1)))
                && hasOneHost(request)
                && isHttp1(request);
    }

    private static boolean isHttp1(HttpRequest request) {
        HttpVersion version = request.protocolVersion();
        return version.protocolName().equals(HttpVersion.HTTP_1_1.protocolName()) && version.majorVersion() == 1;
    }

    /**
     * Whether the gateway and every proxy find the same end of the body: no transfer coding, or {@code chunked} alone
     * (RFC 9112, sections 6.1 and 6.3).
     */
    private static boolean isFramed(HttpRequest request) {
        List<String> codings = request.headers().getAll(HttpHeaderNames.TRANSFER_ENCODING);
        return codings.isEmpty()
                || (codings.size() == 1
                        && HttpHeaderValues.CHUNKED.contentEqualsIgnoreCase(codings.getFirst())
                        && !request.protocolVersion().equals(HttpVersion.HTTP_1_0));
    }

    /**
     * Replaces the absolute form by the origin form, and the host by that of the target (RFC 9112, section 3.2.2), so
     * that later filters and services read one form only.
     */
    private static void setOriginForm(HttpRequest request) {
        String target = request.uri();
        String authority = RequestTarget.authority(target);
        if (!authority.isEmpty()) {
            request.headers().set(HttpHeaderNames.HOST, authority);
        }
        request.setUri(
                request.method().equals(HttpMethod.OPTIONS) && RequestTarget.isServer(target)
                        ? RequestTarget.SERVER_PATH
                        : RequestTarget.withoutAuthority(target));
    }

    /** Removes an empty port, which is legal (RFC 3986, section 3.2.3), but not for Reactor Netty. */
    private static void removeEmptyPort(HttpRequest request) {
        @Nullable String host = request.headers().get(HttpHeaderNames.HOST);
        if (host != null && host.endsWith(":")) {
            request.headers().set(HttpHeaderNames.HOST, host.substring(0, host.length() - 1));
        }
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

    private static final class Handler extends ChannelInboundHandlerAdapter {

        private final HeadTimeout headTimeout;

        /** The headers of the request whose body arrives now; null between requests. */
        private @Nullable HttpHeaders incomplete;

        Handler(HeadTimeout headTimeout) {
            this.headTimeout = headTimeout;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (message instanceof HttpRequest request) {
                incomplete = request.headers();
                headTimeout.headRead();
                if (request.decoderResult().isFailure()) {
                    ReferenceCountUtil.release(message);
                    refuse(context, UnreadableReason.of(request.decoderResult().cause()));
                    return;
                }
                boolean framed = isFramed(request);
                boolean readable = framed && isReadable(request);
                if (readable) {
                    setOriginForm(request);
                } else {
                    request.setUri(UnreadableReason.MALFORMED.replacementPath);
                    request.headers().set(HttpHeaderNames.HOST, "unreadable");
                }
                if (!framed || !isHttp1(request)) {
                    // What follows may not be a request.
                    request.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
                }
                if (!request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
                    // A later minor version is read as 1.1 (RFC 9110, section 2.5).
                    request.setProtocolVersion(HttpVersion.HTTP_1_1);
                }
                removeEmptyPort(request);
                if (!HttpUtil.isKeepAlive(request)) {
                    addLingeringClose(context);
                }
            }
            if (message instanceof LastHttpContent end) {
                headTimeout.requestRead();
                if (incomplete != null && end.decoderResult().isFailure()) {
                    endUnreadableBody(context, incomplete, end);
                    return;
                }
                incomplete = null;
            }
            context.fireChannelRead(message);
        }

        /**
         * Ends the request whose body cannot be read. {@link BodyGuard} refuses it after the end. If another filter has
         * refused it before, the refusal of the replacement closes the connection.
         */
        private static void endUnreadableBody(ChannelHandlerContext context, HttpHeaders request, LastHttpContent end) {
            UnreadableReason reason = UnreadableReason.of(end.decoderResult().cause());
            ReferenceCountUtil.release(end);
            UnreadableBody.record(context.channel(), request, reason);
            context.fireChannelRead(LastHttpContent.EMPTY_LAST_CONTENT);
            refuse(context, reason);
        }
    }
}

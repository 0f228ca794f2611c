package dev.haru.gateway.guard;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection in two steps, the gateway's side first. If both sides close while the client is still sending,
 * TCP resets the connection and the client loses the response (RFC 9112, section 9.6). The gateway discards bytes that
 * still arrive.
 */
final class LingeringClose extends ChannelDuplexHandler {

    private static final int LINGER_SECONDS = 1;

    private boolean closing;

    /** Discards requests after the last one of a connection. */
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (closing) {
            ReferenceCountUtil.release(message);
        } else {
            context.fireChannelRead(message);
        }
    }

    @Override
    public void close(ChannelHandlerContext context, ChannelPromise promise) {
        Channel channel = context.channel();
        if (closing || !(channel instanceof DuplexChannel duplex)) {
            var _ = context.close(promise);
            return;
        }
        closing = true;
        var _ = duplex.shutdownOutput();
        channel.config().setAutoRead(true);
        var timeout = context.executor().schedule(() -> end(context), LINGER_SECONDS, TimeUnit.SECONDS);
        // The client has closed its side, or the time is over.
        var _ = channel.closeFuture().addListener(_ -> {
            timeout.cancel(false);
            promise.trySuccess();
        });
    }

    private static void end(ChannelHandlerContext context) {
        var _ = context.close();
    }
}

package dev.haru.gateway.guard;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.TimeUnit;

/**
 * Ends a connection in two steps, ours first: closed both ways at once while the client is still sending, it is reset,
 * and the answer is lost (RFC 9112, section 9.6). What still arrives is discarded.
 */
final class LingeringClose extends ChannelDuplexHandler {

    private static final int LINGER_SECONDS = 1;

    private boolean closing;

    /** Requests after the last one of a connection are not processed. */
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
        // The client ends its side, or the time is over.
        var _ = channel.closeFuture().addListener(_ -> {
            timeout.cancel(false);
            promise.trySuccess();
        });
    }

    private static void end(ChannelHandlerContext context) {
        var _ = context.close();
    }
}

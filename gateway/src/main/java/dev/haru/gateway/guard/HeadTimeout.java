package dev.haru.gateway.guard;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a connection when the head of a request does not arrive in time. The handler precedes the HTTP codec in the
 * pipeline. Later bytes do not extend the time. A new connection has the same time for its first byte. It then closes
 * without a response, because browsers open connections in advance. Between two requests the idle time-out of the
 * server applies. A head that arrives in one read, as nearly all do, needs no timer.
 */
final class HeadTimeout extends ChannelInboundHandlerAdapter {

    private final Duration limit;
    private final Runnable refusal;

    private boolean requestBegan;
    private boolean readingBody;
    private boolean expired;
    private @Nullable Future<?> firstByteTimer;
    private @Nullable Future<?> timer;

    /** @param refusal responds to the request that did not arrive; runs on the event loop */
    HeadTimeout(Duration limit, Runnable refusal) {
        this.limit = limit;
        this.refusal = refusal;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        firstByteTimer = context.executor().schedule(() -> close(context), limit.toMillis(), TimeUnit.MILLISECONDS);
        context.fireChannelActive();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        if (expired) {
            ReferenceCountUtil.release(bytes);
            return;
        }
        cancelFirstByteTimer();
        boolean partOfBody = readingBody;
        requestBegan = false;
        context.fireChannelRead(bytes);
        if (!partOfBody && !requestBegan && timer == null && context.channel().isActive()) {
            timer = context.executor().schedule(this::expire, limit.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        cancelFirstByteTimer();
        cancel();
        context.fireChannelInactive();
    }

    /** Called when the codec has read a head. */
    void headRead() {
        requestBegan = true;
        readingBody = true;
        cancel();
    }

    /** Called when the codec has read the end of a request. */
    void requestRead() {
        readingBody = false;
    }

    private void expire() {
        expired = true;
        timer = null;
        refusal.run();
    }

    private static void close(ChannelHandlerContext context) {
        var _ = context.close();
    }

    private void cancelFirstByteTimer() {
        if (firstByteTimer != null) {
            firstByteTimer.cancel(false);
            firstByteTimer = null;
        }
    }

    private void cancel() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}

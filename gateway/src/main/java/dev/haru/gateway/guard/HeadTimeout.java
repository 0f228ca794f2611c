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
 * pipeline. A head that arrives in one read, as nearly all do, needs no timer. Later bytes do not extend the time.
 */
final class HeadTimeout extends ChannelInboundHandlerAdapter {

    private final Duration limit;
    private final Runnable refusal;

    private boolean requestBegan;
    private boolean readingBody;
    private boolean expired;
    private @Nullable Future<?> timer;

    /** @param refusal responds to the request that did not arrive; runs on the event loop */
    HeadTimeout(Duration limit, Runnable refusal) {
        this.limit = limit;
        this.refusal = refusal;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        if (expired) {
            ReferenceCountUtil.release(bytes);
            return;
        }
        boolean partOfBody = readingBody;
        requestBegan = false;
        context.fireChannelRead(bytes);
        if (!partOfBody && !requestBegan && timer == null && context.channel().isActive()) {
            timer = context.executor().schedule(this::expire, limit.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
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

    private void cancel() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}

package dev.haru.gateway.guard;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Ends a connection whose request head does not arrive in time. Stands before the codec; a head that arrives in one
 * read, as nearly all do, costs no timer. Later bytes do not extend the time.
 */
final class HeadTimeout extends ChannelInboundHandlerAdapter {

    private final Duration limit;
    private final Runnable refusal;

    private boolean requestBegan;
    private boolean bodyUnderWay;
    private boolean over;
    private @Nullable Future<?> timer;

    /** @param refusal answers the request that did not arrive; runs on the event loop */
    HeadTimeout(Duration limit, Runnable refusal) {
        this.limit = limit;
        this.refusal = refusal;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object bytes) {
        if (over) {
            ReferenceCountUtil.release(bytes);
            return;
        }
        boolean partOfBody = bodyUnderWay;
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

    /** The codec has read a head. */
    void headRead() {
        requestBegan = true;
        bodyUnderWay = true;
        cancel();
    }

    /** The codec has read the end of a request. */
    void requestRead() {
        bodyUnderWay = false;
    }

    private void expire() {
        over = true;
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

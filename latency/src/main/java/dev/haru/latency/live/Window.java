package dev.haru.latency.live;

/** A stretch of time (ns since 1970), without its end. */
public record Window(long from, long to) {

    /** All times. */
    public static final Window ALL = new Window(Long.MIN_VALUE, Long.MAX_VALUE);
}

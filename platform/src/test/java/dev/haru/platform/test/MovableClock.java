package dev.haru.platform.test;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that stands still until the test moves it. */
public final class MovableClock extends Clock {

    private final AtomicReference<Instant> now;
    private final AtomicLong readings = new AtomicLong();

    public MovableClock(Instant start) {
        this.now = new AtomicReference<>(start);
    }

    /** Moves the time forward. */
    public void advance(Duration step) {
        now.updateAndGet(instant -> instant.plus(step));
    }

    /** The same time in nanoseconds as a ticker for caches. Each reading is later than the previous one. */
    public long nanos() {
        return ChronoUnit.NANOS.between(Instant.EPOCH, now.get()) + readings.incrementAndGet();
    }

    @Override
    public Instant instant() {
        return now.get();
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("instants have no zone");
    }
}

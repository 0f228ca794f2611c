package dev.haru.gateway.deadline;

import dev.haru.platform.deadline.Deadline;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/** Sets the deadline of a request when it is first forwarded; a second try has the same. */
@Component
public final class RequestDeadline {

    private static final String ATTRIBUTE = RequestDeadline.class.getName();

    private static final long MIN_GRACE_MILLIS = 10;

    private final Clock clock;
    private final long totalMillis;

    RequestDeadline(Clock clock, DeadlineProperties properties) {
        this.clock = clock;
        this.totalMillis = properties.deadline().toMillis();
    }

    /** Tells the service, in milliseconds since the epoch. */
    public void write(ServerWebExchange exchange, HttpHeaders headers) {
        headers.set(Deadline.HEADER, Long.toString(of(exchange)));
    }

    /** The time that is left; zero or less when it is too late. */
    public Duration left(ServerWebExchange exchange) {
        return Duration.ofMillis(of(exchange) - clock.millis());
    }

    /** The time that the services have together. */
    public Duration total() {
        return Duration.ofMillis(totalMillis);
    }

    /**
     * How long a service may take that is called now: no longer than {@code limit}, and as long after the deadline as
     * {@code limit} is after a deadline that has just begun, so that the service gives up first.
     *
     * @param deadline as {@link #write} wrote it; without one {@code limit} applies
     */
    public Duration responseTimeout(@Nullable String deadline, Duration limit) {
        if (deadline == null) {
            return limit;
        }
        long left = Math.max(0, Long.parseLong(deadline) - clock.millis());
        long grace = Math.max(MIN_GRACE_MILLIS, limit.toMillis() - totalMillis);
        return left + grace < limit.toMillis() ? Duration.ofMillis(left + grace) : limit;
    }

    private long of(ServerWebExchange exchange) {
        return (long) exchange.getAttributes().computeIfAbsent(ATTRIBUTE, _ -> clock.millis() + totalMillis);
    }
}

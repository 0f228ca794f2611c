package dev.haru.gateway.deadline;

import dev.haru.platform.deadline.Deadline;
import java.time.Clock;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/** Sets the deadline of a request when the gateway first forwards it; a repeated call has the same deadline. */
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

    /** Writes the deadline to the headers for the service, in milliseconds since the epoch. */
    public void write(ServerWebExchange exchange, HttpHeaders headers) {
        headers.set(Deadline.HEADER, Long.toString(of(exchange)));
    }

    /** Returns the time until the deadline; zero or less when it has passed. */
    public Duration remaining(ServerWebExchange exchange) {
        return Duration.ofMillis(of(exchange) - clock.millis());
    }

    /** Returns the time that all services together have for a request. */
    public Duration total() {
        return Duration.ofMillis(totalMillis);
    }

    /**
     * Returns the response time-out of a call that begins now: the time until the deadline plus a grace period, at most
     * {@code limit}. The grace period lets the service give up before the gateway. It is the difference between
     * {@code limit} and {@link #total}, at least 10 ms.
     *
     * @param deadline the value that {@link #write} wrote; null: {@code limit} applies
     * @param limit the response time-out of the service
     */
    public Duration responseTimeout(@Nullable String deadline, Duration limit) {
        if (deadline == null) {
            return limit;
        }
        long remaining = Math.max(0, Long.parseLong(deadline) - clock.millis());
        long grace = Math.max(MIN_GRACE_MILLIS, limit.toMillis() - totalMillis);
        return remaining + grace < limit.toMillis() ? Duration.ofMillis(remaining + grace) : limit;
    }

    private long of(ServerWebExchange exchange) {
        return (long) exchange.getAttributes().computeIfAbsent(ATTRIBUTE, _ -> clock.millis() + totalMillis);
    }
}

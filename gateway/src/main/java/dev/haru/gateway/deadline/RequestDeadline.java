package dev.haru.gateway.deadline;

import dev.haru.platform.deadline.Deadline;
import java.time.Clock;
import java.time.Duration;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;

/** Sets the deadline of a request when it is first forwarded; a second try has the same. */
@Component
public final class RequestDeadline {

    private static final String ATTRIBUTE = RequestDeadline.class.getName();

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

    private long of(ServerWebExchange exchange) {
        return (long) exchange.getAttributes().computeIfAbsent(ATTRIBUTE, _ -> clock.millis() + totalMillis);
    }
}

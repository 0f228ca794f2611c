package dev.haru.gateway.header;

import dev.haru.gateway.pipeline.GatewayPipeline.WebStep;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/**
 * Sets {@code Date} of each response that has none (<a href="https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1">RFC
 * 9110, section 6.6.1</a>). A forwarded response keeps the date of its service. The text is formatted once a second.
 */
@Component
final class DateHeader implements WebFilter, Ordered {

    /**
     * The preferred format (RFC 9110, section 5.6.7). Java's own formatter writes one digit for the first nine days.
     */
    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final Clock clock;
    private volatile Second current = new Second(0, "");

    DateHeader(Clock clock) {
        this.clock = clock;
    }

    @Override
    public int getOrder() {
        return WebStep.DATE.order();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        exchange.getResponse().beforeCommit(() -> {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            if (!headers.containsHeader(HttpHeaders.DATE)) {
                headers.set(HttpHeaders.DATE, text());
            }
            return Mono.empty();
        });
        return chain.filter(exchange);
    }

    private String text() {
        long second = clock.millis() / 1000;
        Second known = current;
        if (known.second != second) {
            known = new Second(second, FORMAT.format(Instant.ofEpochSecond(second)));
            current = known;
        }
        return known.text;
    }

    private record Second(long second, String text) {}
}

package dev.haru.gateway.ratelimit;

import java.util.List;
import java.util.function.Function;
import org.springframework.http.HttpHeaders;

/**
 * Writes the headers of <a
 * href="https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-ratelimit-headers-10">draft-ietf-httpapi-ratelimit-headers-10</a>.
 * {@code RateLimit-Policy: "address";q=2000;w=2} describes a bucket of 2,000 tokens that fills within 2 s.
 * {@code RateLimit: "address";r=0;t=1} describes an empty bucket that gets a token within 1 s.
 */
final class RateLimitHeaders {

    private RateLimitHeaders() {}

    static void write(Decision decision, HttpHeaders headers) {
        headers.set("RateLimit-Policy", list(decision.levels(), RateLimitHeaders::policy));
        headers.set("RateLimit", list(decision.levels(), RateLimitHeaders::remaining));
    }

    private static String policy(Level level) {
        long window = level.limit().window().plusNanos(999_999_999).toSeconds();
        return '"' + level.bucket().label + "\";q=" + level.limit().burst() + ";w=" + window;
    }

    private static String remaining(Level level) {
        return '"' + level.bucket().label + "\";r=" + level.remaining() + ";t=" + level.nextSeconds();
    }

    private static String list(List<Level> levels, Function<Level, String> item) {
        return levels.size() == 1
                ? item.apply(levels.getFirst())
                : item.apply(levels.getFirst()) + ", " + item.apply(levels.getLast());
    }
}

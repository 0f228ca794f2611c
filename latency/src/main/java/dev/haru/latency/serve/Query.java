package dev.haru.latency.serve;

import dev.haru.latency.live.Window;
import dev.haru.latency.source.BadInput;
import dev.haru.latency.trace.TraceId;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a query. Each method throws {@link BadInput} with the name of a parameter that is not valid.
 *
 * <p>Longer than 120 lines because it has the error of each parameter.
 */
final class Query {

    private static final int MAXIMUM_PARAMETERS = 8;

    /** A long of nanoseconds ends in 2262. */
    private static final Instant LATEST = Instant.parse("2200-01-01T00:00:00Z");

    private final Map<String, String> values;

    private Query(Map<String, String> values) {
        this.values = values;
    }

    /** Parses the part of a URL after the question mark. */
    static Query of(@Nullable String raw) {
        Map<String, String> values = new HashMap<>();
        for (String parameter : raw == null || raw.isEmpty() ? new String[0] : raw.split("&", MAXIMUM_PARAMETERS + 1)) {
            String[] parts = parameter.split("=", 2);
            if (values.size() == MAXIMUM_PARAMETERS) {
                throw new BadInput("A query has more than %d parameters.".formatted(MAXIMUM_PARAMETERS));
            }
            if (values.put(decoded(parts[0]), parts.length < 2 ? "" : decoded(parts[1])) != null) {
                throw new BadInput("The parameter %s is repeated.".formatted(parts[0]));
            }
        }
        return new Query(values);
    }

    /** The name of a route. */
    String route() {
        return optionalRoute().orElseThrow(() -> new BadInput("route is missing."));
    }

    Optional<String> optionalRoute() {
        return value("route");
    }

    /** The window of this name; without the parameter, all times. */
    Window window(String name) {
        return has(name) ? requiredWindow(name) : Window.ALL;
    }

    /** The window of this name: {@code 2026-11-21T10:00:00Z/2026-11-21T10:15:00Z}. */
    Window requiredWindow(String name) {
        String text = value(name).orElseThrow(() -> new BadInput(name + " is missing."));
        String[] ends = text.split("/", -1);
        if (ends.length != 2) {
            throw new BadInput(
                    "%s=%s: two instants with a slash between them are expected, such as 2026-11-21T10:00:00Z/2026-11-21T10:15:00Z."
                            .formatted(name, text));
        }
        Window window = new Window(nanos(name, ends[0]), nanos(name, ends[1]));
        if (window.from() >= window.to()) {
            throw new BadInput("%s=%s: the end must be after the start.".formatted(name, text));
        }
        return window;
    }

    TraceId trace() {
        String text = value("id").orElseThrow(() -> new BadInput("id is missing."));
        try {
            return TraceId.ofHex(text);
        } catch (IllegalArgumentException e) {
            throw new BadInput("id=%s is not a trace id: %s.".formatted(text, e.getMessage()), e);
        }
    }

    /** The number of a shape, if one is selected. */
    Optional<Integer> shape() {
        return value("shape").map(text -> {
            try {
                return Integer.valueOf(text);
            } catch (NumberFormatException e) {
                throw new BadInput("shape=%s is not the number of a shape.".formatted(text), e);
            }
        });
    }

    boolean has(String name) {
        return values.containsKey(name);
    }

    private Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name)).filter(text -> !text.isBlank());
    }

    private static long nanos(String name, String text) {
        try {
            Instant instant = Instant.parse(text);
            if (instant.isAfter(Instant.EPOCH) && instant.isBefore(LATEST)) {
                return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
            }
        } catch (DateTimeException e) {
            throw new BadInput("%s: %s is not an instant such as 2026-11-21T10:00:00Z.".formatted(name, text), e);
        }
        throw new BadInput("%s: %s is not between 1970 and 2200.".formatted(name, text));
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new BadInput("The query is not URL-encoded: " + e.getMessage(), e);
        }
    }
}

package dev.haru.latency;

import dev.haru.latency.source.BadInput;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the times of the command line. */
final class Times {

    private static final Pattern DURATION = Pattern.compile("([1-9]\\d{0,5})([smhd])");
    private static final Pattern RELATIVE = Pattern.compile("now((?:-[1-9]\\d{0,5}[smhd]){1,3})");

    private Times() {}

    /** Parses {@code 30s}, {@code 15m}, {@code 2h} or {@code 1d}. */
    static Duration duration(String option, String text) {
        Matcher matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            throw new BadInput("%s %s: a time such as 30s, 15m, 2h or 1d is expected.".formatted(option, text));
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "s" -> Duration.ofSeconds(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            default -> Duration.ofDays(count);
        };
    }

    /**
     * Parses a window, its start and its length, and passes its start and end to {@code of}. The start is an instant,
     * {@code 2026-11-21T10:00:00Z/15m}, or relative to {@code now}, {@code now-30m/15m} or {@code now-1d-15m/15m}. The
     * whole window must be in the past.
     */
    static <T> T window(String option, String text, Instant now, BiFunction<Instant, Instant, T> of) {
        String[] parts = text.split("/", 2);
        if (parts.length < 2) {
            throw new BadInput("%s %s: a window of Tempo such as 2026-11-21T10:00:00Z/15m or now-30m/15m is expected."
                    .formatted(option, text));
        }
        Instant from = start(option, parts[0], now);
        Instant to = from.plus(duration(option, parts[1]));
        if (to.isAfter(now)) {
            throw new BadInput("%s %s ends in the future.".formatted(option, text));
        }
        return of.apply(from, to);
    }

    private static Instant start(String option, String text, Instant now) {
        if (!text.startsWith("now")) {
            return past(option, text, now);
        }
        Matcher matcher = RELATIVE.matcher(text);
        if (!matcher.matches()) {
            throw new BadInput("%s %s: a start such as now-30m or now-1d-15m is expected.".formatted(option, text));
        }
        Instant start = now;
        for (String before : matcher.group(1).substring(1).split("-", -1)) {
            start = start.minus(duration(option, before));
        }
        return past(option, start.toString(), now);
    }

    /** Parses {@code 2026-11-21T10:00:00Z}. The instant must be between 1970 and {@code now}. */
    static Instant past(String option, String text, Instant now) {
        Instant instant;
        try {
            instant = Instant.parse(text);
        } catch (DateTimeException e) {
            throw new BadInput(
                    "%s %s: an instant such as 2026-11-21T10:00:00Z is expected.".formatted(option, text), e);
        }
        // A long of nanoseconds does not cover every instant. Traces from before 1970 do not exist.
        if (instant.isBefore(Instant.EPOCH) || instant.isAfter(now)) {
            throw new BadInput(
                    "%s %s is %s.".formatted(option, text, instant.isAfter(now) ? "in the future" : "before 1970"));
        }
        return instant;
    }

    static long nanos(Instant instant) {
        return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
    }
}

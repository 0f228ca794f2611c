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

    /** Parses {@code 2026-11-21T10:00:00Z/15m} and passes its start and end to {@code of}. */
    static <T> T window(String option, String text, BiFunction<Instant, Instant, T> of) {
        String[] parts = text.split("/", 2);
        try {
            if (parts.length == 2) {
                Instant from = Instant.parse(parts[0]);
                return of.apply(from, from.plus(duration(option, parts[1])));
            }
        } catch (DateTimeException e) {
            throw new BadInput("%s %s: %s".formatted(option, text, e.getMessage()), e);
        }
        throw new BadInput(
                "%s %s: a window of Tempo such as 2026-11-21T10:00:00Z/15m is expected.".formatted(option, text));
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

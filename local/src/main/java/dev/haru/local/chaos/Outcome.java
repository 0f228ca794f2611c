package dev.haru.local.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What visitors noticed of a fault.
 *
 * @param begin when it began
 * @param mended when all was right again as far as the one who did it could see
 * @param watched until when their calls were looked at
 * @param calls theirs, between begin and watched
 * @param recovered whether all went well again by then
 */
record Outcome(Fault fault, Instant begin, Instant mended, Instant watched, List<Call> calls, boolean recovered) {

    static final String HEADER = """
            | Fault | lasted | calls | failed | how | last failure after its end | acknowledged writes lost |
            |---|---|---|---|---|---|---|""";

    String row(List<Call> lost) {
        Map<String, Long> outcomes = calls.stream()
                .filter(Call::failed)
                .collect(Collectors.groupingBy(Call::outcome, TreeMap::new, Collectors.counting()));
        return "| %s | %s | %d | %d | %s | %s | %d |"
                .formatted(
                        fault.name(),
                        seconds(Duration.between(begin, mended)),
                        calls.size(),
                        outcomes.values().stream().mapToLong(Long::longValue).sum(),
                        outcomes.isEmpty()
                                ? "—"
                                : outcomes.entrySet().stream()
                                        .map(each -> each.getValue() + " × " + each.getKey())
                                        .collect(Collectors.joining(", ")),
                        lastFailure(),
                        lost.stream().filter(calls::contains).count());
    }

    private String lastFailure() {
        if (!recovered) {
            return "not recovered";
        }
        return calls.stream().anyMatch(Call::failed) ? seconds(recovery()) : "—";
    }

    /** How long after the end of the fault a call still failed; zero when none did. */
    Duration recovery() {
        return calls.stream()
                .filter(Call::failed)
                .map(call -> Duration.between(mended, call.at()))
                .filter(Duration::isPositive)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
    }
}

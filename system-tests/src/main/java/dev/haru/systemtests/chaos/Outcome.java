package dev.haru.systemtests.chaos;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The calls of virtual users during and after a fault.
 *
 * @param begin when the fault began
 * @param end when the action that ends the fault returned
 * @param observedUntil the end of the observation
 * @param calls all calls between {@code begin} and {@code observedUntil}
 * @param recovered whether the system had recovered by {@code observedUntil}
 * @param violations a line for each violated expectation of the fault
 */
record Outcome(
        Fault fault,
        Instant begin,
        Instant end,
        Instant observedUntil,
        List<Call> calls,
        boolean recovered,
        List<String> violations) {

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
                        seconds(Duration.between(begin, end)),
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

    /** A line for each reason why the fault fails the run. */
    List<String> problems() {
        Stream<String> unrecovered = recovered ? Stream.empty() : Stream.of("not recovered");
        return Stream.concat(unrecovered, violations.stream())
                .map(problem -> fault.name() + ": " + problem)
                .toList();
    }

    private String lastFailure() {
        if (!recovered) {
            return "not recovered";
        }
        return calls.stream().anyMatch(Call::failed) ? seconds(recovery()) : "—";
    }

    /** The time from the end of the fault to the last failed call. Zero if no call failed after the end. */
    Duration recovery() {
        return calls.stream()
                .filter(Call::failed)
                .map(call -> Duration.between(end, call.at()))
                .filter(Duration::isPositive)
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }

    private static String seconds(Duration duration) {
        return String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1e3);
    }
}

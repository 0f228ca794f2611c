package dev.haru.latency.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Formats failed checks as workflow commands of GitHub Actions, one annotation for each route.
 *
 * <p>Source: <a href="https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands">workflow
 * commands</a>; the escape sequences are those of {@code @actions/core}.
 */
public final class GitHubAnnotations {

    private GitHubAnnotations() {}

    /** One line for each route with a failed check; empty if all passed. */
    public static List<String> of(String command, List<Check> checks) {
        Map<String, List<Check>> failures = checks.stream()
                .filter(Check::isFailed)
                .collect(Collectors.groupingBy(Check::route, LinkedHashMap::new, Collectors.toList()));
        return failures.entrySet().stream()
                .map(failure -> "::error title=%s::%s"
                        .formatted(property(command + ": " + failure.getKey()), data(text(failure.getValue()))))
                .toList();
    }

    /** A line for each check, then how the requests were sampled. */
    private static String text(List<Check> failed) {
        return Stream.concat(
                        failed.stream().map(check -> check.name() + ": " + check.evidence()),
                        failed.stream().map(Check::sampling).distinct().filter(note -> !note.isEmpty()))
                .collect(Collectors.joining("\n"));
    }

    /** The percent sign comes first, because the other escape sequences contain it. */
    private static String data(String text) {
        return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}

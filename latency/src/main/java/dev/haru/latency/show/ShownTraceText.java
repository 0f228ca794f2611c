package dev.haru.latency.show;

import dev.haru.latency.log.LogLine;
import dev.haru.latency.table.Figures;
import dev.haru.latency.text.Printable;
import java.util.Comparator;
import java.util.Set;
import java.util.stream.Collectors;

/** Formats a trace for a terminal: a tree of spans, the critical path marked with an asterisk, then the log lines. */
public final class ShownTraceText {

    /** A reader cannot take in more rows. */
    private static final int MAXIMUM_ROWS = 200;

    private static final int MAXIMUM_DEPTH = 30;
    private static final int MAXIMUM_WIDTH = 120;
    private static final String ROW = "%9s  %9s  %9s  %s%s%n";

    private ShownTraceText() {}

    public static String of(ShownTrace trace) {
        String sampling = trace.sampled().note();
        StringBuilder text = new StringBuilder("%s: %s ms at %s, %s of %s in %s%n%s%n"
                .formatted(
                        trace.trace(),
                        Figures.millis(trace.durationNanos()),
                        trace.start(),
                        counted(trace.spans().size(), "span"),
                        counted(trace.services().size(), "service"),
                        trace.source(),
                        sampling.isEmpty() ? "" : sampling + System.lineSeparator()));
        text.append(ROW.formatted("START ms", "TIME ms", "PATH ms", "  ", "SPAN"));
        Set<ShownSpan> rows = trace.spans().stream()
                .sorted(Comparator.comparingLong(ShownSpan::durationNanos).reversed())
                .limit(MAXIMUM_ROWS)
                .collect(Collectors.toSet());
        trace.spans().stream().filter(rows::contains).forEach(span -> text.append(row(span)));
        note(text, trace.spans().size() - rows.size(), "shorter spans are not shown; --json prints all.");
        note(text, trace.ignored(), "spans are ignored: they repeat an id, or are each other's ancestors.");
        text.append("%n* on the critical path. PATH ms: the request waited for that span itself.%n".formatted());
        if (!trace.logs().isEmpty()) {
            text.append("%n%9s  %s%n".formatted("AT ms", "LOG"));
            trace.logs().forEach(line -> text.append(log(line, trace.startNanos())));
        }
        return text.toString();
    }

    private static String row(ShownSpan span) {
        String indent = "  ".repeat(Math.min(span.depth(), MAXIMUM_DEPTH));
        String row = ROW.formatted(
                Figures.millis(span.startNanos()),
                Figures.millis(span.durationNanos()),
                span.criticalNanos() == 0 ? "" : Figures.millis(span.criticalNanos()),
                span.criticalNanos() == 0 ? "  " : "* ",
                indent + truncated(label(span)) + remarks(span));
        return span.serverTiming().isEmpty()
                ? row
                : row
                        + ROW.formatted(
                                "", "", "", "  ", indent + "  Server-Timing: " + Printable.line(span.serverTiming()));
    }

    private static String label(ShownSpan span) {
        String name = span.service() + " " + span.name();
        boolean known = span.component().equals("own code") || span.component().equals(span.name());
        return known ? name : name + " (" + span.component() + ")";
    }

    private static String remarks(ShownSpan span) {
        return (span.failed() ? " FAILED" : "")
                + (span.orphan() ? " [parent not recorded]" : "")
                + (span.clockShiftNanos() == 0
                        ? ""
                        : " [clock corrected by %s ms]".formatted(Figures.change((double) span.clockShiftNanos())));
    }

    private static String log(LogLine line, long start) {
        String text = line.text().lines().map(Printable::line).collect(Collectors.joining("\n" + " ".repeat(13)));
        return "%9s  %s %s%n".formatted(Figures.millis(line.timeNanos() - start), Printable.line(line.service()), text);
    }

    private static String counted(int count, String what) {
        return count == 1 ? "1 " + what : "%s %ss".formatted(Figures.count(count), what);
    }

    private static void note(StringBuilder text, int count, String what) {
        if (count > 0) {
            text.append("%s %s%n".formatted(Figures.count(count), what));
        }
    }

    private static String truncated(String label) {
        String safe = Printable.line(label);
        return safe.length() <= MAXIMUM_WIDTH ? safe : safe.substring(0, MAXIMUM_WIDTH - 1) + "…";
    }
}

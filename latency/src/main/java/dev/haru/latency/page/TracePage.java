package dev.haru.latency.page;

import dev.haru.latency.component.Kind;
import dev.haru.latency.page.Waterfall.Row;
import dev.haru.latency.show.ShownSpan;
import dev.haru.latency.show.ShownTrace;
import dev.haru.latency.table.Figures;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.TraceTree;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Formats a trace as an HTML page: a waterfall for each root span, Server-Timing and log lines. */
public final class TracePage {

    /** A trace with more root spans has lost most of its spans. */
    private static final int MAXIMUM_ROOTS = 10;

    private TracePage() {}

    public static String of(ShownTrace trace, TraceTree tree) {
        Node first = tree.roots().getFirst();
        return Html.template("trace.html")
                .replace(
                        "{{title}}",
                        Html.escaped(first.span().service() + " " + first.span().name()))
                .replace("{{body}}", body(trace, tree));
    }

    /** The content of the page below its title. */
    public static String body(ShownTrace trace, TraceTree tree) {
        List<Waterfall> waterfalls =
                tree.roots().stream().limit(MAXIMUM_ROOTS).map(Waterfall::of).toList();
        return Html.template("trace-body.html")
                .replace("{{link}}", Html.link(trace.link()))
                .replace("{{start}}", trace.start().toString())
                .replace("{{source}}", Html.escaped(trace.source()))
                .replace("{{tiles}}", tiles(trace))
                .replace("{{legend}}", legend(waterfalls))
                .replace("{{waterfalls}}", waterfalls(trace, tree.roots(), waterfalls))
                .replace("{{timing}}", timing(trace.spans()))
                .replace("{{logs}}", logs(trace));
    }

    private static String tiles(ShownTrace trace) {
        long failed = trace.spans().stream().filter(ShownSpan::failed).count();
        return Html.tile("duration", Figures.millis(trace.durationNanos()) + " ms")
                + Html.tile("spans", Figures.count(trace.spans().size()))
                + Html.tile("failed spans", Figures.count(failed))
                + Html.tile("services", Figures.count(trace.services().size()))
                + (trace.sampled().known()
                        ? Html.tile(
                                "sampling", Figures.percent(1 / trace.sampled().weight()))
                        : "");
    }

    private static String legend(List<Waterfall> waterfalls) {
        List<Kind> used = waterfalls.stream()
                .flatMap(waterfall -> waterfall.rows().stream())
                .map((Row row) -> row.component().kind())
                .distinct()
                .toList();
        return Arrays.stream(Kind.values())
                .filter(used::contains)
                .map(kind -> "<span><i class=%s></i>%s</span>".formatted(Html.style(kind), kind.label()))
                .collect(Collectors.joining());
    }

    private static String waterfalls(ShownTrace trace, List<Node> roots, List<Waterfall> waterfalls) {
        StringBuilder html = new StringBuilder();
        for (int i = 0; i < waterfalls.size(); i++) {
            html.append(WaterfallHtml.of(
                    Html.escaped(roots.get(i).span().name()),
                    place(roots.get(i), trace.startNanos()),
                    waterfalls.get(i)));
        }
        return html
                + note(roots.size() - waterfalls.size(), "later root spans are not shown.")
                + note(trace.ignored(), "spans are ignored: they repeat an id, or are each other's ancestors.");
    }

    private static String place(Node root, long start) {
        return (root.start() == start ? "" : "begins after %s ms. ".formatted(Figures.millis(root.start() - start)))
                + (root.span().hasParent() ? "The parent was not recorded." : "");
    }

    private static String timing(List<ShownSpan> spans) {
        return section(
                "Server-Timing",
                spans.stream()
                        .filter(span -> !span.serverTiming().isEmpty())
                        .limit(MAXIMUM_ROOTS)
                        .map(span -> item(span.startNanos(), span.service(), span.serverTiming())));
    }

    private static String logs(ShownTrace trace) {
        return section(
                "Log lines <small>ms since the start of the trace</small>",
                trace.logs().stream()
                        .map(line -> item(line.timeNanos() - trace.startNanos(), line.service(), line.text())));
    }

    private static String section(String title, Stream<String> items) {
        String list = items.collect(Collectors.joining("\n"));
        return list.isEmpty() ? "" : "<section><h2>%s</h2><dl>%s</dl></section>".formatted(title, list);
    }

    private static String item(long nanos, String service, String text) {
        return "<dt>%s ms</dt><dd><em>%s</em> %s</dd>"
                .formatted(Figures.millis(nanos), Html.escaped(service), Html.escaped(text));
    }

    private static String note(int count, String what) {
        return count == 0 ? "" : "<p>%s %s</p>".formatted(Figures.count(count), what);
    }
}

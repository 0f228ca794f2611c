package dev.haru.latency.page;

import dev.haru.latency.component.Kind;
import dev.haru.latency.page.Waterfall.Row;
import dev.haru.latency.page.Waterfall.Stretch;
import dev.haru.latency.profile.RouteProfile;
import dev.haru.latency.profile.RouteProfile.Example;
import dev.haru.latency.profile.RouteProfile.Line;
import dev.haru.latency.table.Figures;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Formats a profile as an HTML page: bars by component, then the median and the p99 request. The page is one file with
 * its styles.
 */
public final class Page {

    /** A bar narrower than this share is not visible. */
    private static final double VISIBLE_SHARE = 0.002;

    /** A bar at least this wide has room for a name. */
    private static final double LABEL_SHARE = 0.08;

    private Page() {}

    public static String of(RouteProfile profile, Function<Example, Waterfall> waterfall) {
        RouteProfile.Examples examples = profile.examples();
        return template()
                .replace("{{route}}", escaped(profile.route()))
                .replace("{{source}}", escaped(profile.source()))
                .replace("{{tiles}}", tiles(profile))
                .replace("{{stack}}", stack(profile.components()))
                .replace("{{legend}}", legend(profile.components()))
                .replace("{{bars}}", bars(profile.components()))
                .replace("{{median}}", waterfall("Median request", examples.median(), waterfall))
                .replace("{{p99}}", waterfall("p99 request", examples.p99(), waterfall))
                .replace(
                        "{{examples}}",
                        example("most typical", examples.typical()) + example("slowest", examples.slowest()));
    }

    private static String tiles(RouteProfile profile) {
        return tile("requests", Figures.count(profile.requests()))
                + tile("p50", Figures.millis(profile.whole().p50Nanos()) + " ms")
                + tile("p95", Figures.millis(profile.whole().p95Nanos()) + " ms")
                + tile("p99", Figures.millis(profile.whole().p99Nanos()) + " ms")
                + tile("mean", Figures.millis(profile.whole().meanNanos()) + " ms")
                + tile("failed", Figures.percent(profile.failedShare()));
    }

    private static String tile(String name, String figure) {
        return "<div class=tile><b>%s</b><span>%s</span></div>".formatted(figure, name);
    }

    private static String stack(List<Line> lines) {
        return lines.stream()
                .filter(line -> line.share() >= VISIBLE_SHARE)
                .map(line -> "<i class=%s style=\"width:%s\" title=\"%s %s\">%s</i>"
                        .formatted(
                                style(line.component().kind()),
                                width(line.share()),
                                escaped(line.component().toString()),
                                Figures.percent(line.share()),
                                line.share() < LABEL_SHARE
                                        ? ""
                                        : escaped(line.component().toString())))
                .collect(Collectors.joining());
    }

    private static String legend(List<Line> lines) {
        return Arrays.stream(Kind.values())
                .filter(kind -> lines.stream().anyMatch(line -> line.component().kind() == kind))
                .map(kind -> "<span><i class=%s></i>%s</span>".formatted(style(kind), kind.label()))
                .collect(Collectors.joining());
    }

    private static String bars(List<Line> lines) {
        double widest = lines.stream().mapToDouble(Line::share).max().orElse(1);
        return lines.stream()
                .filter(line -> line.meanNanos() > 0)
                .map(line -> bar(line, widest))
                .collect(Collectors.joining("\n"));
    }

    private static String bar(Line line, double widest) {
        return """
            <tr><td>%s</td><td class=what title="%s">%s</td><td class=bar><i class=%s style="width:%s"></i></td>\
            <td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\
            """.formatted(
                        escaped(line.component().service()),
                        escaped(line.component().label()),
                        escaped(line.component().label()),
                        style(line.component().kind()),
                        width(widest == 0 ? 0 : line.share() / widest),
                        Figures.millis(line.meanNanos()),
                        Figures.percent(line.share()),
                        Figures.percent(line.slowShare()),
                        Figures.millis(line.p50Nanos()),
                        Figures.millis(line.p99Nanos()),
                        line.calls() == 0 ? "" : Figures.twoDecimals(line.calls()));
    }

    private static String waterfall(String title, Example example, Function<Example, Waterfall> of) {
        Waterfall waterfall = of.apply(example);
        return """
            <section><h2>%s <small>%s ms</small></h2><p class=trace>%s</p>
            <div class=axis><span>0</span><span>%s</span><span>%s</span><span>%s</span><span>%s ms</span></div>
            %s%s</section>\
            """.formatted(
                        title,
                        Figures.millis(waterfall.duration()),
                        link(example),
                        Figures.millis(waterfall.duration() * 0.25),
                        Figures.millis(waterfall.duration() * 0.5),
                        Figures.millis(waterfall.duration() * 0.75),
                        Figures.millis(waterfall.duration()),
                        waterfall.rows().stream()
                                .map(row -> row(row, waterfall.duration()))
                                .collect(Collectors.joining("\n")),
                        waterfall.left() == 0
                                ? ""
                                : "<p>%s shorter spans are not shown.</p>".formatted(Figures.count(waterfall.left())));
    }

    private static String row(Row row, long whole) {
        String kind = style(row.component().kind());
        String stretches = row.critical().stream()
                .map(stretch -> span(kind, stretch, whole))
                .collect(Collectors.joining());
        return """
            <div class="row%s%s" title="%s: %s ms, %s ms of it on the critical path"><span class=name \
            style="padding-left:%dpx"><em>%s</em> %s</span><span class=track><i class="span %s" style="left:%s;width:%s"></i>%s</span>\
            <span class=ms>%s</span></div>\
            """.formatted(
                row.critical().isEmpty() ? " beside" : "",
                row.failed() ? " failed" : "",
                escaped(row.component().toString()),
                Figures.millis(row.duration()),
                Figures.millis(
                        row.critical().stream().mapToLong(Stretch::duration).sum()),
                row.depth() * 10,
                escaped(row.component().service()),
                escaped(row.name()),
                kind,
                width(share(row.start(), whole)),
                width(share(row.duration(), whole)),
                stretches,
                Figures.millis(row.duration()));
    }

    private static String span(String kind, Stretch stretch, long whole) {
        return "<i class=%s style=\"left:%s;width:%s\"></i>"
                .formatted(kind, width(share(stretch.start(), whole)), width(share(stretch.duration(), whole)));
    }

    private static String example(String what, Example example) {
        return "<p>%s: %s ms, <span class=trace>%s</span></p>"
                .formatted(what, Figures.millis(example.durationNanos()), link(example));
    }

    private static String link(Example example) {
        String text = escaped(example.link());
        return text.startsWith("http") ? "<a href=\"%s\">%s</a>".formatted(text, text) : text;
    }

    private static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    private static String width(double share) {
        return String.format(Locale.ROOT, "%.3f%%", Math.clamp(share, 0, 1) * 100);
    }

    private static String style(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                // Otherwise a statement could contain the name of a placeholder.
                .replace("{", "&#123;");
    }

    private static String template() {
        try (InputStream in = Page.class.getResourceAsStream("page.html")) {
            if (in == null) {
                throw new IllegalStateException("page.html is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.haru.latency.page;

import dev.haru.latency.component.Kind;
import dev.haru.latency.profile.RouteProfile;
import dev.haru.latency.profile.RouteProfile.Example;
import dev.haru.latency.profile.RouteProfile.Line;
import dev.haru.latency.table.Figures;
import java.util.Arrays;
import java.util.List;
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
        return Html.template("page.html")
                .replace("{{route}}", Html.escaped(profile.route()))
                .replace("{{source}}", Html.escaped(profile.source()))
                .replace("{{sampling}}", Html.escaped(profile.sampling().note()))
                .replace("{{tiles}}", tiles(profile))
                .replace("{{stack}}", stack(profile.components()))
                .replace("{{legend}}", legend(profile.components()))
                .replace("{{bars}}", bars(profile.components()))
                .replace("{{median}}", section("Median request", examples.median(), waterfall))
                .replace("{{p99}}", section("p99 request", examples.p99(), waterfall))
                .replace(
                        "{{examples}}",
                        example("most typical", examples.typical()) + example("slowest", examples.slowest()));
    }

    private static String tiles(RouteProfile profile) {
        return Html.tile("requests", Figures.count(profile.requests()))
                + Html.tile("p50", Figures.millis(profile.whole().p50Nanos()) + " ms")
                + Html.tile("p95", Figures.millis(profile.whole().p95Nanos()) + " ms")
                + Html.tile("p99", Figures.millis(profile.whole().p99Nanos()) + " ms")
                + Html.tile("mean", Figures.millis(profile.whole().meanNanos()) + " ms")
                + Html.tile("failed", Figures.percent(profile.failedShare()));
    }

    private static String stack(List<Line> lines) {
        return lines.stream()
                .filter(line -> line.share() >= VISIBLE_SHARE)
                .map(line -> "<i class=%s style=\"width:%s\" title=\"%s %s\">%s</i>"
                        .formatted(
                                Html.style(line.component().kind()),
                                Html.width(line.share()),
                                Html.escaped(line.component().toString()),
                                Figures.percent(line.share()),
                                line.share() < LABEL_SHARE
                                        ? ""
                                        : Html.escaped(line.component().toString())))
                .collect(Collectors.joining());
    }

    private static String legend(List<Line> lines) {
        return Arrays.stream(Kind.values())
                .filter(kind -> lines.stream().anyMatch(line -> line.component().kind() == kind))
                .map(kind -> "<span><i class=%s></i>%s</span>".formatted(Html.style(kind), kind.label()))
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
                        Html.escaped(line.component().service()),
                        Html.escaped(line.component().label()),
                        Html.escaped(line.component().label()),
                        Html.style(line.component().kind()),
                        Html.width(widest == 0 ? 0 : line.share() / widest),
                        Figures.millis(line.meanNanos()),
                        Figures.percent(line.share()),
                        Figures.percent(line.slowShare()),
                        Figures.millis(line.p50Nanos()),
                        Figures.millis(line.p99Nanos()),
                        line.calls() == 0 ? "" : Figures.twoDecimals(line.calls()));
    }

    private static String section(String title, Example example, Function<Example, Waterfall> waterfall) {
        return WaterfallHtml.of(title, link(example), waterfall.apply(example));
    }

    private static String example(String what, Example example) {
        return "<p>%s: %s ms, <span class=trace>%s</span></p>"
                .formatted(what, Figures.millis(example.durationNanos()), link(example));
    }

    private static String link(Example example) {
        return Html.link(example.link());
    }
}

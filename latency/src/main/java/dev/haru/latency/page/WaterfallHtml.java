package dev.haru.latency.page;

import dev.haru.latency.page.Waterfall.Row;
import dev.haru.latency.page.Waterfall.Stretch;
import dev.haru.latency.table.Figures;
import java.util.stream.Collectors;

/** Formats a waterfall as a section of a page. */
final class WaterfallHtml {

    /** Beyond this depth, the indent would leave no room for the name. */
    private static final int MAXIMUM_DEPTH = 20;

    private WaterfallHtml() {}

    /** The section. {@code trace} is HTML: the trace's id or link. */
    static String of(String title, String trace, Waterfall waterfall) {
        return """
            <section><h2>%s <small>%s ms</small></h2><p class=trace>%s</p>
            <div class=axis><span>0</span><span>%s</span><span>%s</span><span>%s</span><span>%s ms</span></div>
            <div role=list aria-label="Spans">
            %s</div>%s</section>\
            """.formatted(
                        title,
                        Figures.millis(waterfall.duration()),
                        trace,
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
        String kind = Html.style(row.component().kind());
        String stretches = row.critical().stream()
                .map(stretch -> span(kind, stretch, whole))
                .collect(Collectors.joining());
        return """
            <div class="row%s%s" role=listitem title="%s: %s ms, %s ms of it on the critical path"><span class=name \
            style="padding-left:%dpx"><em>%s</em> %s</span><span class=track>\
            <i class="span %s" style="left:%s;width:%s"></i>%s</span>\
            <span class=ms>%s</span></div>\
            """.formatted(
                row.critical().isEmpty() ? " beside" : "",
                row.failed() ? " failed" : "",
                Html.escaped(row.component().toString()),
                Figures.millis(row.duration()),
                Figures.millis(
                        row.critical().stream().mapToLong(Stretch::duration).sum()),
                Math.min(row.depth(), MAXIMUM_DEPTH) * 10,
                Html.escaped(row.component().service()),
                Html.escaped(row.name()),
                kind,
                Html.width(Html.share(row.start(), whole)),
                Html.width(Html.share(row.duration(), whole)),
                stretches,
                Figures.millis(row.duration()));
    }

    private static String span(String kind, Stretch stretch, long whole) {
        return "<i class=%s style=\"left:%s;width:%s\"></i>"
                .formatted(
                        kind,
                        Html.width(Html.share(stretch.start(), whole)),
                        Html.width(Html.share(stretch.duration(), whole)));
    }
}

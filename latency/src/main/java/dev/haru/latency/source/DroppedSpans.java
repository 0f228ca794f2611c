package dev.haru.latency.source;

import dev.haru.latency.trace.Span;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** The number of dropped spans for each reason. */
public final class DroppedSpans {

    private final Map<DropReason, Long> counts = new EnumMap<>(DropReason.class);

    /** Adds spans. */
    public void add(DropReason reason, long spans) {
        if (spans > 0) {
            counts.merge(reason, spans, Long::sum);
        }
    }

    /** The number of spans that were dropped for this reason. */
    public long count(DropReason reason) {
        return counts.getOrDefault(reason, 0L);
    }

    /** A sink that passes each span, and counts those that are dropped. */
    SpanSink countingFor(Consumer<Span> spans) {
        return new SpanSink() {
            @Override
            public void accept(Span span) {
                spans.accept(span);
            }

            @Override
            public void drop(DropReason reason, long count) {
                add(reason, count);
            }
        };
    }

    /** A line for each reason for which spans were dropped. {@code source} names their source. */
    public List<String> notes(String source) {
        return counts.entrySet().stream()
                .map(dropped -> note(source, dropped.getKey(), dropped.getValue()))
                .toList();
    }

    private static String note(String source, DropReason reason, long spans) {
        return String.format(
                Locale.ROOT,
                "latency: %,d %s in %s left out: %s.",
                spans,
                spans == 1 ? "span" : "spans",
                source + (spans == 1 ? " is" : " are"),
                reason.meaning());
    }
}

package dev.haru.latency.source;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.haru.latency.trace.Span;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The number of dropped spans for each reason. */
public final class DroppedSpans {

    private final Map<DropReason, Long> counts = new EnumMap<>(DropReason.class);

    /** Adds spans. */
    public void add(DropReason reason, long spans) {
        if (spans > 0) {
            counts.merge(reason, spans, Long::sum);
        }
    }

    /** Adds the spans of another count. */
    public void add(DroppedSpans other) {
        other.counts.forEach(this::add);
    }

    /** The spans of all counts. */
    public static DroppedSpans sum(Stream<DroppedSpans> all) {
        DroppedSpans sum = new DroppedSpans();
        all.forEach(sum::add);
        return sum;
    }

    /** The number of spans that were dropped for this reason. */
    public long count(DropReason reason) {
        return counts.getOrDefault(reason, 0L);
    }

    /** The reasons for which spans were dropped, with their numbers. */
    @JsonValue
    public Map<DropReason, Long> counts() {
        return Collections.unmodifiableMap(counts);
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

    /** A line for standard error for each reason for which spans were dropped. {@code source} names their source. */
    public List<String> notes(String source) {
        return sentences(" in " + source).stream()
                .map(sentence -> "latency: " + sentence)
                .toList();
    }

    /** A sentence for each reason for which spans were dropped. */
    public List<String> sentences() {
        return sentences("");
    }

    private List<String> sentences(String where) {
        return counts.entrySet().stream()
                .map(dropped -> sentence(where, dropped.getKey(), dropped.getValue()))
                .toList();
    }

    private static String sentence(String where, DropReason reason, long spans) {
        return String.format(
                Locale.ROOT,
                "%,d %s left out: %s.",
                spans,
                (spans == 1 ? "span" : "spans") + where + (spans == 1 ? " is" : " are"),
                reason.meaning(spans));
    }
}

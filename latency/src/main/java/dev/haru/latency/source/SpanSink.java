package dev.haru.latency.source;

import dev.haru.latency.trace.Span;
import java.util.function.Consumer;

/** Takes the spans of a source, and counts the spans that the source drops. */
@FunctionalInterface
public interface SpanSink extends Consumer<Span> {

    /** Counts spans that are in the source, but not passed. */
    default void drop(DropReason reason, long spans) {}
}

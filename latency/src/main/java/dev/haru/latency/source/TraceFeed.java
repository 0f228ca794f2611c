package dev.haru.latency.source;

import dev.haru.latency.trace.TraceId;

/** A source that grows. */
public interface TraceFeed {

    /**
     * Passes the spans that are new since the last call. It may pass a span again. Throws {@link BadInput} if a part
     * cannot be read, after it has passed all other spans.
     */
    void poll(SpanSink sink);

    /** The spans of all polls that were dropped. A span that was read again counts once. */
    DroppedSpans dropped();

    /** The URL of a trace, or the trace id if there is no viewer. */
    String link(TraceId id);

    /** The name of the source in headings and messages. */
    String description();
}

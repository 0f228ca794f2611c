package dev.haru.latency.source;

import dev.haru.latency.trace.TraceId;

/** A source of spans in any order. The spans of one trace may be in many files. */
public interface TraceSource {

    /** Reads all spans once. Throws {@link BadInput} with the error and its place. */
    void read(SpanSink sink);

    /** The URL of a trace, or the trace id if there is no viewer. */
    String link(TraceId id);

    /** The name of the source in headings and messages. */
    String description();

    /** The approximate size in bytes of JSON, which bounds the memory of {@link TraceStore}. */
    long size();
}

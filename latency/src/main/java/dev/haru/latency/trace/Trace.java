package dev.haru.latency.trace;

import java.util.List;

/** All spans of a trace, in no particular order. */
public record Trace(TraceId id, List<Span> spans) {}

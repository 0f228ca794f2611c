package dev.haru.latency.trace;

import java.util.List;

/** All spans that were found of one trace, in no order. */
public record Trace(TraceId id, List<Span> spans) {}

package dev.haru.latency.live;

import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.TraceId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A trace whose spans arrive one by one. */
final class KeptTrace {

    /** More spans of one trace are ignored. */
    private static final int MAXIMUM_SPANS = 100_000;

    /** When the first of its spans began, as far as known when the trace was added (ns since 1970). */
    private final long age;

    private final TraceId id;
    private List<Span> spans = List.of();
    private List<Span> added = new ArrayList<>();
    private List<KeptRequest> requests = List.of();
    private Instant lastAdded = Instant.MIN;
    private long end = Long.MIN_VALUE;
    private long bytes;
    private long requestBytes;

    KeptTrace(TraceId id, long age) {
        this.id = id;
        this.age = age;
    }

    /** Whether the span was added. The trace may be full. */
    boolean add(Span span, Instant now) {
        if (spanCount() >= MAXIMUM_SPANS) {
            return false;
        }
        added.add(span);
        lastAdded = now;
        end = Math.max(end, span.end());
        return true;
    }

    /** Whether no more spans are expected: the last one ended, or was added, before this time. */
    boolean isQuietSince(Instant time, long nanos) {
        return end <= nanos || !lastAdded.isAfter(time);
    }

    /** Joins the added spans with the others, each once. The returned list never changes. */
    List<Span> join() {
        Set<Span> all = new LinkedHashSet<>(spans);
        all.addAll(added);
        spans = List.copyOf(all);
        added = new ArrayList<>();
        return spans;
    }

    /** The number of spans, repeated ones included. */
    int spanCount() {
        return spans.size() + added.size();
    }

    TraceId id() {
        return id;
    }

    long age() {
        return age;
    }

    List<Span> spans() {
        return spans;
    }

    List<KeptRequest> requests() {
        return requests;
    }

    void setRequests(List<KeptRequest> requests, long bytes) {
        this.requests = requests;
        this.requestBytes = bytes;
    }

    /** The approximate memory of the requests. */
    long requestBytes() {
        return requestBytes;
    }

    /** The approximate memory of the trace with its requests. */
    long bytes() {
        return bytes;
    }

    void setBytes(long bytes) {
        this.bytes = bytes;
    }
}

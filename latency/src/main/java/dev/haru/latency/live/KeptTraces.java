package dev.haru.latency.live;

import dev.haru.latency.component.Attribution;
import dev.haru.latency.component.Breakdown;
import dev.haru.latency.component.Component;
import dev.haru.latency.component.HopBaselines;
import dev.haru.latency.route.Request;
import dev.haru.latency.route.Requests;
import dev.haru.latency.source.DropReason;
import dev.haru.latency.source.DroppedSpans;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceId;
import dev.haru.latency.trace.TraceTree;
import dev.haru.latency.why.RequestVisits;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * The newest traces, up to a number and an approximate size. The oldest traces are removed. Not thread-safe; the
 * returned {@link Snapshot} is.
 *
 * <p>Longer than 120 lines because it keeps the traces, their order and their size together.
 */
final class KeptTraces {

    /** The spans of a trace arrive within this time of its end, or of each other. */
    static final Duration SETTLING = Duration.ofSeconds(5);

    private static final long BYTES_OF_TRACE = 400;
    private static final long BYTES_OF_SPAN = 120;
    private static final long BYTES_OF_REQUEST = 200;
    private static final long BYTES_OF_PART = 72;
    private static final long BYTES_OF_TEXT = 56;

    /** The share of the memory for texts that many spans share. */
    private static final int SHARED_PART = 8;

    private final int maximum;
    private final long maximumBytes;
    private final SharedValues shared;
    private final Map<TraceId, KeptTrace> byId = new HashMap<>();
    private final NavigableSet<KeptTrace> byAge = new TreeSet<>(Comparator.comparingLong(KeptTrace::age)
            .thenComparingLong(trace -> trace.id().high())
            .thenComparingLong(trace -> trace.id().low()));
    private final Set<KeptTrace> changed = new LinkedHashSet<>();
    // The boundary between network and queue is an estimate that depends on the compared requests, so there is none.
    private final Attribution attribution = new Attribution(new HopBaselines());
    private final DroppedSpans dropped = new DroppedSpans();
    private long bytes;
    private long seenUntil = Long.MIN_VALUE;
    private long leftUntil = Long.MIN_VALUE;

    KeptTraces(int maximum, long maximumBytes) {
        this.maximum = maximum;
        this.maximumBytes = maximumBytes;
        this.shared = new SharedValues(maximumBytes / SHARED_PART);
    }

    /** Adds a span that was read at this time, unless its trace is older than all kept ones and there is no room. */
    void add(Span span, Instant now) {
        KeptTrace trace = byId.get(span.traceId());
        if (trace == null) {
            if (span.start() <= seenUntil) {
                return;
            }
            trace = new KeptTrace(span.traceId(), span.start());
            byId.put(trace.id(), trace);
            byAge.add(trace);
            charge(trace, BYTES_OF_TRACE);
        }
        long texts = shared.added();
        if (trace.add(compact(span), now)) {
            changed.add(trace);
            charge(trace, BYTES_OF_SPAN + shared.added() - texts);
        } else {
            dropped.add(DropReason.LARGE_TRACE, 1);
        }
        while (byAge.size() > maximum || (bytes > maximumBytes && byAge.size() > 1)) {
            removeOldest();
            leftUntil = seenUntil;
        }
    }

    /** Removes the traces that began before this time (ns since 1970). Returns whether there was one. */
    boolean removeBefore(long start) {
        int before = byAge.size();
        while (!byAge.isEmpty() && byAge.first().age() < start) {
            removeOldest();
        }
        return byAge.size() < before;
    }

    /** Finds the requests of the changed traces that are complete by now. Returns whether there was one. */
    boolean settle(Instant now) {
        Instant quiet = now.minus(SETTLING);
        long nanos = TimeUnit.SECONDS.toNanos(quiet.getEpochSecond());
        boolean any = false;
        for (Iterator<KeptTrace> traces = changed.iterator(); traces.hasNext(); ) {
            KeptTrace trace = traces.next();
            if (trace.isQuietSince(quiet, nanos)) {
                // Before the work, so that a trace that causes a defect causes it once.
                traces.remove();
                measure(trace);
                any = true;
            }
        }
        return any;
    }

    Snapshot snapshot() {
        Map<TraceId, List<Span>> spans = HashMap.newHashMap(byId.size());
        List<KeptRequest> requests = new ArrayList<>();
        byAge.forEach(trace -> {
            spans.put(trace.id(), trace.spans());
            requests.addAll(trace.requests());
        });
        return Snapshot.of(spans, requests);
    }

    int size() {
        return byAge.size();
    }

    long bytes() {
        return bytes;
    }

    /** The spans that were not kept although their traces are. */
    DroppedSpans dropped() {
        return dropped;
    }

    /** Traces that began until then have left because there was no room (ns since 1970). */
    long leftUntil() {
        return leftUntil;
    }

    private void measure(KeptTrace trace) {
        int added = trace.spanCount();
        List<Span> spans = trace.join();
        TraceTree tree = TraceTree.of(new Trace(trace.id(), spans));
        boolean incomplete = !tree.orphans().isEmpty() && tree.roots().size() > 1;
        List<Request> found = Requests.fromOutside(tree);
        List<RequestVisits> visits = RequestVisits.of(found);
        List<KeptRequest> requests = new ArrayList<>();
        long size = 0;
        for (int i = 0; i < found.size(); i++) {
            Request request = found.get(i);
            Breakdown breakdown =
                    compact(attribution.of(request.top(), request.sampled().weight()));
            size += BYTES_OF_REQUEST + BYTES_OF_PART * breakdown.parts().size();
            requests.add(new KeptRequest(
                    shared.of(request.route(), _ -> BYTES_OF_TEXT),
                    request.top().span().service(),
                    breakdown,
                    shared.of(request.sampled(), _ -> BYTES_OF_TEXT),
                    visits.get(i).shape(),
                    incomplete,
                    TraceTree.below(request.top()).stream().anyMatch(node -> node.shift() != 0)));
        }
        charge(trace, size - trace.requestBytes() - BYTES_OF_SPAN * (added - spans.size()));
        trace.setRequests(List.copyOf(requests), size);
    }

    private void removeOldest() {
        KeptTrace oldest = byAge.removeFirst();
        byId.remove(oldest.id());
        changed.remove(oldest);
        bytes -= oldest.bytes();
        seenUntil = Math.max(seenUntil, oldest.age());
    }

    private void charge(KeptTrace trace, long more) {
        trace.setBytes(trace.bytes() + more);
        bytes += more;
    }

    private Span compact(Span span) {
        return new Span(
                span.traceId(),
                span.id(),
                span.parentId(),
                text(span.service()),
                text(span.host()),
                text(span.scope()),
                text(span.name()),
                span.kind(),
                span.start(),
                span.end(),
                span.failed(),
                shared.of(
                        span.attributes().entrySet().stream()
                                .collect(Collectors.toUnmodifiableMap(
                                        entry -> text(entry.getKey()), entry -> text(entry.getValue()))),
                        map -> BYTES_OF_TEXT * (1 + map.size())));
    }

    private Breakdown compact(Breakdown breakdown) {
        Map<Component, Breakdown.Part> parts =
                HashMap.newHashMap(breakdown.parts().size());
        breakdown
                .parts()
                .forEach((component, part) -> parts.put(
                        shared.of(component, one -> BYTES_OF_TEXT + one.detail().length()), part));
        return new Breakdown(
                breakdown.trace(),
                breakdown.start(),
                breakdown.duration(),
                breakdown.failed(),
                breakdown.weight(),
                Map.copyOf(parts));
    }

    private String text(String text) {
        return shared.of(text, one -> BYTES_OF_TEXT + one.length());
    }
}

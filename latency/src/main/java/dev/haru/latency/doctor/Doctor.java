package dev.haru.latency.doctor;

import dev.haru.latency.component.Component;
import dev.haru.latency.component.Components;
import dev.haru.latency.component.Kind;
import dev.haru.latency.doctor.Finding.What;
import dev.haru.latency.source.DroppedSpans;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceTree;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds defects in traces that would distort the figures.
 *
 * <p>Longer than 120 lines because it keeps the counts of one pass over all traces together.
 */
public final class Doctor {

    /** No trace is older than this time (ns since 1970): 2000-01-01. */
    private static final long EARLIEST_START = 946_684_800_000_000_000L;

    private final Set<String> expected;
    private final SortedMap<String, Long> services = new TreeMap<>();
    private final SortedMap<String, Long> lostWithin = new TreeMap<>();
    private final SortedMap<String, Long> selfParents = new TreeMap<>();
    private final SortedMap<String, Long> cycles = new TreeMap<>();
    private final SortedMap<String, Long> endsBeforeStart = new TreeMap<>();
    private final SortedMap<String, Long> implausibleStarts = new TreeMap<>();
    private final CallGraph calls = new CallGraph();
    private final Hops hops = new Hops();
    private final Clocks clocks = new Clocks();
    private long traces;
    private long spans;
    private long duplicates;
    private long cyclic;

    private Doctor(Set<String> expected) {
        this.expected = expected;
    }

    /**
     * Examines all traces that began at or after {@code since} (ns since 1970). A service in {@code expected} without a
     * span is reported as missing.
     */
    public static Checkup examine(TraceStore store, Set<String> expected, long since) {
        Doctor doctor = new Doctor(expected);
        store.forEach(trace -> doctor.inspect(trace, since));
        return doctor.checkup(store.dropped());
    }

    private void inspect(Trace trace, long since) {
        TraceTree tree = TraceTree.of(trace);
        List<Node> nodes = tree.nodes();
        // Without a root, the trace has only spans that are each other's ancestors, sorted by start.
        long start = nodes.isEmpty()
                ? tree.cyclic().getFirst().start()
                : nodes.getFirst().start();
        if (start < since) {
            return;
        }
        traces++;
        spans += nodes.size();
        cyclic += tree.cyclic().size();
        duplicates += tree.duplicates();
        tree.cyclic().forEach(span -> cycles.merge(nameOf(span), 1L, Long::sum));
        Set<String> present = tree.services();
        for (Node node : nodes) {
            services.merge(node.span().service(), 1L, Long::sum);
            inspectTimes(node.span());
            if (node.parent() == null) {
                inspectTop(node, present);
            } else if (node.span().kind() == SpanKind.SERVER
                    && node.parent().span().kind() == SpanKind.CLIENT) {
                inspectCall(node, node.parent());
            }
            inspectClient(node);
        }
    }

    private void inspectTimes(Span span) {
        if (span.end() < span.start()) {
            endsBeforeStart.merge(nameOf(span), 1L, Long::sum);
        }
        if (span.start() < EARLIEST_START) {
            implausibleStarts.merge(nameOf(span), 1L, Long::sum);
        }
    }

    private void inspectTop(Node node, Set<String> present) {
        Span span = node.span();
        boolean named = span.hasParent();
        if (span.parentId() == span.id()) {
            selfParents.merge(nameOf(span), 1L, Long::sum);
        }
        if (span.kind() == SpanKind.SERVER) {
            calls.add(new TopSpan(Endpoint.of(node), named, Set.copyOf(present)));
        } else if (named && span.kind() != SpanKind.CONSUMER) {
            lostWithin.merge(nameOf(span), 1L, Long::sum);
        }
    }

    private void inspectCall(Node server, Node call) {
        countCall(call, server);
        clocks.add(call.span(), server.span());
    }

    private void countCall(Node call, Node server) {
        String caller = call.span().service();
        calls.addCall(caller, Endpoint.of(server));
        hops.addCall(caller, server.span().service());
    }

    private void inspectClient(Node node) {
        Component component = Components.of(node);
        if (component.kind() == Kind.NETWORK && Components.isSentByProxy(node)) {
            Components.calledServer(node).ifPresent(server -> countCall(node, server));
        }
        if (component.kind() == Kind.UNSEEN && !node.span().failed() && !hasUnseenPart(node)) {
            calls.add(new UnansweredCall(
                    node.span().service(), component.detail(), node.span().name()));
        }
    }

    /** Whether the finding belongs to a client span below: that of a proxy, or of the library that this one uses. */
    private static boolean hasUnseenPart(Node call) {
        return call.children().stream().anyMatch(child -> Components.of(child).kind() == Kind.UNSEEN);
    }

    private Checkup checkup(DroppedSpans dropped) {
        CallDiagnosis diagnosis = new CallDiagnosis(calls, hops);
        List<Finding> findings = new ArrayList<>();
        expected.stream()
                .filter(service -> !services.containsKey(service))
                .sorted()
                .map(service -> new Finding(
                        What.MISSING_SERVICE,
                        service,
                        0,
                        "the service has no span: it is not traced or not called, or its exporter cannot deliver"))
                .forEach(findings::add);
        findings.addAll(diagnosis.findings());
        add(
                findings,
                What.LOST_SPAN,
                lostWithin,
                "the parent span of the same process is missing: it has not ended, or was dropped");
        findings.addAll(clocks.findings());
        add(findings, What.SELF_PARENT, selfParents, "the span names itself as its parent: it counts as a root");
        add(
                findings,
                What.CYCLE,
                cycles,
                "the span is its own ancestor, or below such a span: it is left out, because no order of these spans is"
                        + " right");
        add(
                findings,
                What.END_BEFORE_START,
                endsBeforeStart,
                "the span ends before its start: its duration counts as 0");
        add(
                findings,
                What.IMPLAUSIBLE_START,
                implausibleStarts,
                "the span begins before the year 2000: its exporter writes another unit than nanoseconds");
        return new Checkup(
                traces,
                spans,
                duplicates,
                cyclic,
                diagnosis.continued(),
                services,
                hops.list(),
                merged(findings),
                dropped);
    }

    private static void add(List<Finding> findings, What what, SortedMap<String, Long> counts, String meaning) {
        counts.forEach((where, count) -> findings.add(new Finding(what, where, count, meaning)));
    }

    private static String nameOf(Span span) {
        return span.service() + " " + span.name();
    }

    /** Merges equal findings from traces with different services. */
    private static List<Finding> merged(List<Finding> findings) {
        Map<String, Finding> merged = new LinkedHashMap<>();
        for (Finding finding : findings) {
            merged.merge(
                    finding.what() + finding.where() + finding.meaning(),
                    finding,
                    (a, b) -> new Finding(a.what(), a.where(), a.count() + b.count(), a.meaning()));
        }
        return List.copyOf(merged.values());
    }
}

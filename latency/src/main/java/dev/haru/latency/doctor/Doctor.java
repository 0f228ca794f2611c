package dev.haru.latency.doctor;

import dev.haru.latency.component.Component;
import dev.haru.latency.component.Components;
import dev.haru.latency.component.Kind;
import dev.haru.latency.doctor.Finding.What;
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

    private final Set<String> expected;
    private final SortedMap<String, Long> services = new TreeMap<>();
    private final SortedMap<String, Long> lostWithin = new TreeMap<>();
    private final CallGraph calls = new CallGraph();
    private final Hops hops = new Hops();
    private final Clocks clocks = new Clocks();
    private long traces;
    private long spans;
    private long duplicates;

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
        return doctor.checkup();
    }

    private void inspect(Trace trace, long since) {
        TraceTree tree = TraceTree.of(trace);
        List<Node> nodes = tree.nodes();
        if (nodes.isEmpty() || nodes.getFirst().start() < since) {
            return;
        }
        traces++;
        spans += nodes.size();
        duplicates += trace.spans().size() - nodes.size();
        Set<String> present = tree.services();
        for (Node node : nodes) {
            services.merge(node.span().service(), 1L, Long::sum);
            if (node.parent() == null) {
                inspectTop(node, present);
            } else if (node.span().kind() == SpanKind.SERVER
                    && node.parent().span().kind() == SpanKind.CLIENT) {
                inspectCall(node, node.parent());
            }
            inspectClient(node);
        }
    }

    private void inspectTop(Node node, Set<String> present) {
        Span span = node.span();
        boolean named = span.parentId() != 0;
        if (span.kind() == SpanKind.SERVER) {
            calls.add(new TopSpan(Endpoint.of(node), named, Set.copyOf(present)));
        } else if (named && span.kind() != SpanKind.CONSUMER) {
            lostWithin.merge(span.service() + " " + span.name(), 1L, Long::sum);
        }
    }

    private void inspectCall(Node server, Node call) {
        String caller = call.span().service();
        calls.addCall(caller, Endpoint.of(server));
        hops.addCall(caller, server.span().service());
        clocks.add(call.span(), server.span());
    }

    private void inspectClient(Node node) {
        Component component = Components.of(node);
        if (component.kind() == Kind.UNSEEN && !node.span().failed()) {
            calls.add(new UnansweredCall(
                    node.span().service(), component.detail(), node.span().name()));
        }
    }

    private Checkup checkup() {
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
        lostWithin.forEach((where, count) -> findings.add(new Finding(
                What.LOST_SPAN,
                where,
                count,
                "the parent span of the same process is missing: it has not ended, or was dropped")));
        findings.addAll(clocks.findings());
        return new Checkup(traces, spans, duplicates, diagnosis.continued(), services, hops.list(), merged(findings));
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

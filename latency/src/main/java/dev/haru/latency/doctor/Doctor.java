package dev.haru.latency.doctor;

import dev.haru.latency.component.Component;
import dev.haru.latency.component.Components;
import dev.haru.latency.component.Kind;
import dev.haru.latency.doctor.Checkup.Hop;
import dev.haru.latency.doctor.Finding.What;
import dev.haru.latency.route.Route;
import dev.haru.latency.source.TraceStore;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceTree;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Finds defects in traces that would distort the figures. Complete calls show which services call an endpoint. For an
 * incomplete call, this knowledge shows what is missing.
 */
public final class Doctor {

    private final Set<String> expected;
    private final SortedMap<String, Long> services = new TreeMap<>();
    private final SortedMap<HopKey, HopTally> hops = new TreeMap<>();
    private final Map<Endpoint, Set<String>> callersOf = new HashMap<>();
    private final Map<Top, Long> tops = new HashMap<>();
    private final SortedMap<String, Long> lostWithin = new TreeMap<>();
    private final SortedMap<Unseen, Long> unseen = new TreeMap<>();
    private final Clocks clocks = new Clocks();
    private long traces;
    private long spans;
    private long duplicates;
    private long continued;

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
                top(node, present);
            } else if (node.span().kind() == SpanKind.SERVER
                    && node.parent().span().kind() == SpanKind.CLIENT) {
                arrived(node, node.parent());
            }
            call(node);
        }
    }

    private void top(Node node, Set<String> present) {
        Span span = node.span();
        boolean named = span.parentId() != 0;
        if (span.kind() == SpanKind.SERVER) {
            tops.merge(new Top(Endpoint.of(node), named, Set.copyOf(present)), 1L, Long::sum);
        } else if (named && span.kind() != SpanKind.CONSUMER) {
            lostWithin.merge(span.service() + " " + span.name(), 1L, Long::sum);
        }
    }

    private void arrived(Node server, Node call) {
        String caller = call.span().service();
        callersOf.computeIfAbsent(Endpoint.of(server), _ -> new HashSet<>()).add(caller);
        hop(caller, server.span().service()).calls++;
        clocks.add(call.span(), server.span());
    }

    private void call(Node node) {
        Component component = Components.of(node);
        if (component.kind() == Kind.UNSEEN && !node.span().failed()) {
            unseen.merge(
                    new Unseen(
                            node.span().service(),
                            component.detail(),
                            node.span().name()),
                    1L,
                    Long::sum);
        }
    }

    private Checkup checkup() {
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
        tops.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(top -> examine(top.getKey(), top.getValue(), findings));
        unseen.forEach((call, count) -> examine(call, count, findings));
        lostWithin.forEach((where, count) -> findings.add(new Finding(
                What.LOST_SPAN,
                where,
                count,
                "the parent span of the same process is missing: it has not ended, or was dropped")));
        findings.addAll(clocks.findings());
        return new Checkup(
                traces,
                spans,
                duplicates,
                continued,
                services,
                hops.entrySet().stream()
                        .map(hop -> hop.getValue().hop(hop.getKey()))
                        .toList(),
                merged(findings));
    }

    private void examine(Top top, long count, List<Finding> findings) {
        Set<String> callers = callers(top.endpoint());
        if (callers.isEmpty()) {
            continued += top.named() ? count : 0;
            return;
        }
        callers.forEach(caller -> hop(caller, top.endpoint().service()).orphans += count);
        String by = String.join(" or ", callers.stream().sorted().toList());
        if (!top.named()) {
            findings.add(new Finding(
                    What.BROKEN_PROPAGATION,
                    top.endpoint().toString(),
                    count,
                    "the service began a new trace although " + by + " calls the service: traceparent did not arrive"));
        } else if (top.present().stream().noneMatch(callers::contains)) {
            findings.add(new Finding(
                    What.UNSAMPLED_PARENT,
                    top.endpoint().toString(),
                    count,
                    "the span has a parent, but the trace has no span of " + by
                            + ": not sampled there, not exported, or another client called"));
        } else {
            findings.add(new Finding(
                    What.LOST_SPAN,
                    top.endpoint().toString(),
                    count,
                    "the client span of " + by + " is missing, other spans of it exist: dropped, or not yet ended"));
        }
    }

    private void examine(Unseen call, long count, List<Finding> findings) {
        boolean isTraced = tops.keySet().stream().anyMatch(top -> call.means(top.endpoint()))
                || callersOf.keySet().stream().anyMatch(call::means);
        for (String server : servers(call)) {
            hop(call.caller(), server).unanswered += count;
        }
        findings.add(new Finding(
                isTraced ? What.BROKEN_PROPAGATION : What.UNANSWERED_CALL,
                call.caller() + " " + call.name() + " " + call.address(),
                count,
                isTraced
                        ? "the call succeeded, but its server span is not below the client span: traceparent did not "
                                + "arrive, or the span is lost"
                        : "the call succeeded, but the server has no span: it is not traced"));
    }

    /** The services known to call an endpoint, from calls without a server span, too. */
    private Set<String> callers(Endpoint endpoint) {
        Set<String> callers = new HashSet<>(callersOf.getOrDefault(endpoint, Set.of()));
        unseen.keySet().stream()
                .filter(call -> call.means(endpoint))
                .map(Unseen::caller)
                .forEach(callers::add);
        return callers;
    }

    private Set<String> servers(Unseen call) {
        Set<String> servers = new HashSet<>();
        callersOf.keySet().stream().filter(call::means).map(Endpoint::service).forEach(servers::add);
        tops.keySet().stream()
                .map(Top::endpoint)
                .filter(call::means)
                .map(Endpoint::service)
                .forEach(servers::add);
        return servers;
    }

    private HopTally hop(String caller, String server) {
        return hops.computeIfAbsent(new HopKey(caller, server), _ -> new HopTally());
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

    private record Endpoint(String service, String route) {

        static Endpoint of(Node server) {
            return new Endpoint(server.span().service(), Route.of(server).toString());
        }

        @Override
        public String toString() {
            return service + " " + route;
        }
    }

    private record Top(Endpoint endpoint, boolean named, Set<String> present) implements Comparable<Top> {

        @Override
        public int compareTo(Top other) {
            return (endpoint.toString() + named).compareTo(other.endpoint.toString() + other.named);
        }
    }

    /** A call without a server span. Its name is the route if the client knows the path template. */
    private record Unseen(String caller, String address, String name) implements Comparable<Unseen> {

        boolean means(Endpoint endpoint) {
            return !caller.equals(endpoint.service()) && name.equals(endpoint.route());
        }

        @Override
        public int compareTo(Unseen other) {
            return (caller + name + address).compareTo(other.caller + other.name + other.address);
        }
    }

    private record HopKey(String caller, String server) implements Comparable<HopKey> {

        @Override
        public int compareTo(HopKey other) {
            return (caller + " " + server).compareTo(other.caller + " " + other.server);
        }
    }

    private static final class HopTally {

        private long calls;
        private long unanswered;
        private long orphans;

        Hop hop(HopKey key) {
            return new Hop(key.caller(), key.server(), calls, unanswered, orphans);
        }
    }
}

package dev.haru.latency.trace;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds a trace. Times are in milliseconds since its start. Each service has a host of the same name. */
public final class TraceFixture {

    /** The start of trace 0 (ns since 1970): 2026-11-21T10:00:00Z. */
    public static final long BEGIN = 1_795_255_200_000_000_000L;

    private static final double NANOS = 1e6;

    private final TraceId id;
    private final long begin;
    private final List<Span> spans = new ArrayList<>();
    private final Map<String, Double> skews = new HashMap<>();
    private String tracestate = "";
    private long next = 1;

    private TraceFixture(long number, long begin) {
        this.id = new TraceId(0x1234, number);
        this.begin = begin;
    }

    public static TraceFixture trace() {
        return trace(1);
    }

    /** The trace with this number. Each has another id, and begins a second after the previous one. */
    public static TraceFixture trace(long number) {
        return new TraceFixture(number, BEGIN + number * 1_000_000_000L);
    }

    /** Sets the host's clock ahead. Call this method before the host's spans are added. */
    public TraceFixture clockAhead(String host, double millis) {
        skews.put(host, millis);
        return this;
    }

    /** Sets the tracestate of all later spans. */
    public TraceFixture tracestate(String tracestate) {
        this.tracestate = tracestate;
        return this;
    }

    /** A copy of a span with another id, parent and end. */
    public static Span copy(Span span, long id, long parent, long end) {
        return new Span(
                span.traceId(),
                id,
                parent,
                span.service(),
                span.host(),
                span.scope(),
                span.name(),
                span.kind(),
                span.start(),
                end,
                span.failed(),
                span.attributes());
    }

    public Ref server(String service, String route, double start, double end) {
        return span(0, service, route, SpanKind.SERVER, start, end, http(route));
    }

    /** A server span whose parent was not recorded. */
    public Ref orphan(String service, String route, double start, double end) {
        return span(0xdead, service, route, SpanKind.SERVER, start, end, http(route));
    }

    /** A root of another kind than a server, such as a page of a browser or a job. */
    public Ref root(String service, String name, SpanKind kind, double start, double end) {
        return span(0, service, name, kind, start, end, Map.of());
    }

    /** A root of another kind than a server, whose parent was not recorded. */
    public Ref lost(String service, String name, SpanKind kind, double start, double end) {
        return span(0xdead, service, name, kind, start, end, Map.of());
    }

    public Trace build() {
        return new Trace(id, List.copyOf(spans));
    }

    public TraceTree tree() {
        return TraceTree.of(build());
    }

    /** The node with this name. */
    public Node node(String name) {
        return tree().nodes().stream()
                .filter(node -> node.span().name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private Ref span(
            long parent,
            String service,
            String name,
            SpanKind kind,
            double start,
            double end,
            Map<String, String> attributes) {
        long skew = nanos(skews.getOrDefault(service, 0.0));
        Span span = new Span(
                id,
                next++,
                parent,
                service,
                service,
                "test",
                name,
                kind,
                begin + skew + nanos(start),
                begin + skew + nanos(end),
                false,
                withTracestate(attributes));
        spans.add(span);
        return new Ref(spans.size() - 1, span.id(), service);
    }

    private Map<String, String> withTracestate(Map<String, String> attributes) {
        Map<String, String> all = new HashMap<>(attributes);
        if (!tracestate.isEmpty()) {
            all.put(RejectionThreshold.ATTRIBUTE, tracestate);
        }
        return Map.copyOf(all);
    }

    private static Map<String, String> http(String route) {
        String[] words = route.split(" ", 2);
        return words.length < 2 ? Map.of() : Map.of("http.request.method", words[0], "http.route", words[1]);
    }

    private static long nanos(double millis) {
        return Math.round(millis * NANOS);
    }

    /** A span to which children can be added. */
    public final class Ref {

        private final int place;
        private final long span;
        private final String service;

        private Ref(int place, long span, String service) {
            this.place = place;
            this.span = span;
            this.service = service;
        }

        public Ref own(String name, double start, double end) {
            return child(service, name, SpanKind.INTERNAL, start, end, Map.of());
        }

        public Ref sql(String statement, double start, double end) {
            return child(
                    service,
                    "statement",
                    SpanKind.CLIENT,
                    start,
                    end,
                    Map.of("db.system", "postgresql", "db.statement", statement));
        }

        public Ref redis(String command, double start, double end) {
            return child(
                    service,
                    command,
                    SpanKind.CLIENT,
                    start,
                    end,
                    Map.of("db.system", "redis", "db.operation", command));
        }

        /** A call of another service. Add the server span to it with {@link #at}. */
        public Ref call(String route, double start, double end) {
            return child(service, route, SpanKind.CLIENT, start, end, Map.of("http.request.method", "GET"));
        }

        public Ref at(String server, String route, double start, double end) {
            return child(server, route, SpanKind.SERVER, start, end, http(route));
        }

        public Ref consumer(String server, String name, double start, double end) {
            return child(server, name, SpanKind.CONSUMER, start, end, Map.of());
        }

        /** A span of another service, such as a proxy. */
        public Ref child(String where, String name, SpanKind kind, double start, double end) {
            return child(where, name, kind, start, end, Map.of());
        }

        public Ref failed() {
            Span old = spans.get(place);
            spans.set(
                    place,
                    new Span(
                            old.traceId(),
                            old.id(),
                            old.parentId(),
                            old.service(),
                            old.host(),
                            old.scope(),
                            old.name(),
                            old.kind(),
                            old.start(),
                            old.end(),
                            true,
                            old.attributes()));
            return this;
        }

        private Ref child(
                String where, String name, SpanKind kind, double start, double end, Map<String, String> attributes) {
            return span(span, where, name, kind, start, end, attributes);
        }
    }
}

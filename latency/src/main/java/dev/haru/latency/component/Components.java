package dev.haru.latency.component;

import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the component of a span's self time, from OpenTelemetry's semantic conventions and from Haru's own span names.
 *
 * <p>Longer than 120 lines because it reads every attribute that a component needs.
 */
public final class Components {

    private static final int MAXIMUM_STATEMENT_LENGTH = 400;

    private Components() {}

    /**
     * The component of a node's self time. For a client span that reached a server span, that is the network between
     * them.
     */
    public static Component of(Node node) {
        Span span = node.span();
        if (span.kind() != SpanKind.CLIENT) {
            return inside(span);
        }
        String store = span.attribute("db.system.name", "db.system");
        if (store.equals("redis")) {
            return new Component(span.service(), Kind.REDIS, operation(span));
        }
        if (!store.isEmpty()) {
            return new Component(span.service(), Kind.SQL, statement(span));
        }
        return calledServer(node)
                .map(server -> new Component(
                        span.service(), Kind.NETWORK, "to " + server.span().service()))
                .orElseGet(() -> new Component(span.service(), Kind.UNSEEN, "to " + address(span)));
    }

    /**
     * The first server span among the node's children. Empty if the node is not a client span, or if no server span was
     * recorded.
     */
    public static Optional<Node> server(Node node) {
        return node.span().kind() == SpanKind.CLIENT ? node.server() : Optional.empty();
    }

    /**
     * The server span of the service that a client span calls, found through other client spans and through proxies. A
     * call that a proxy sent may arrive at a proxy, whose server span has the server span of the service as a child.
     */
    public static Optional<Node> calledServer(Node node) {
        return server(node)
                .or(() -> node.span().kind() == SpanKind.CLIENT
                        ? node.reached().map(reached -> behindProxy(node, reached))
                        : Optional.empty());
    }

    /** Whether a client span of another service, a proxy, is between this call and its server span. */
    public static boolean isSentByProxy(Node call) {
        String caller = call.span().service();
        return call.reached()
                .map(Node::parent)
                .filter(sender -> !sender.span().service().equals(caller))
                .isPresent();
    }

    /** The queue of the server that a client span calls. Empty if no server span was recorded. */
    public static Optional<Component> queue(Node call) {
        return server(call).map(server -> new Component(server.span().service(), Kind.QUEUE, ""));
    }

    private static Node behindProxy(Node call, Node reached) {
        return reached.server()
                .filter(_ -> isSentByProxy(call))
                .filter(inner -> !inner.span().service().equals(reached.span().service()))
                .orElse(reached);
    }

    private static Component inside(Span span) {
        String name = span.name();
        for (NamedSpan candidate : NamedSpan.values()) {
            if (candidate.matches(name)) {
                return new Component(span.service(), candidate.kind, candidate.detail(name));
            }
        }
        // the agent's span for a wait for a connection, where it instruments JDBC data sources
        Kind kind = name.endsWith(".getConnection") ? Kind.POOL : Kind.OWN;
        return new Component(span.service(), kind, "");
    }

    private static String operation(Span span) {
        String operation = span.attribute("db.operation.name", "db.operation");
        return (operation.isEmpty() ? span.name() : operation).toUpperCase(Locale.ROOT);
    }

    private static String statement(Span span) {
        String text = span.attribute("db.query.text", "db.statement", "db.query.summary");
        if (text.isEmpty()) {
            // The driver checks a pooled connection with an empty statement.
            return span.attributes().containsKey("db.statement") ? "(empty statement)" : span.name();
        }
        String line = text.replaceAll("\\s+", " ").trim();
        return line.length() <= MAXIMUM_STATEMENT_LENGTH ? line : line.substring(0, MAXIMUM_STATEMENT_LENGTH) + "…";
    }

    private static String address(Span span) {
        String peer = span.attribute("peer.service", "server.address", "net.peer.name");
        if (peer.isEmpty()) {
            return "unknown service";
        }
        String port = span.attribute("server.port", "net.peer.port");
        return port.isEmpty() ? peer : peer + ":" + port;
    }

    /** Haru's own spans, by the prefix of their names. Longer prefixes come first. */
    private enum NamedSpan {
        POOL("pool wait", Kind.POOL),
        HASH_WAIT("hash wait", Kind.HASH_WAIT),
        HASH("hash", Kind.HASH),
        CACHE("cache load", Kind.CACHE);

        private final String prefix;
        private final Kind kind;

        NamedSpan(String prefix, Kind kind) {
            this.prefix = prefix;
            this.kind = kind;
        }

        boolean matches(String name) {
            return name.equals(prefix) || name.startsWith(prefix + " ");
        }

        String detail(String name) {
            return name.substring(prefix.length()).trim();
        }
    }
}

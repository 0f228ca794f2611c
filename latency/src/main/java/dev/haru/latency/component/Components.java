package dev.haru.latency.component;

import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import java.util.Locale;
import java.util.Optional;

/** What a span's own time is charged to, by what OpenTelemetry's conventions and Haru's own span names say of it. */
public final class Components {

    private static final int LONGEST_STATEMENT = 400;

    private Components() {}

    /** The component of a node's self time; for a call that arrived it is the network to its server. */
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
        return server(node)
                .map(server -> new Component(
                        span.service(), Kind.NETWORK, "to " + server.span().service()))
                .orElseGet(() -> new Component(span.service(), Kind.UNSEEN, "to " + address(span)));
    }

    /** The first server that took the call of this node, when it is a call and one is recorded. */
    public static Optional<Node> server(Node node) {
        if (node.span().kind() != SpanKind.CLIENT) {
            return Optional.empty();
        }
        return node.children().stream()
                .filter(child -> child.span().kind() == SpanKind.SERVER)
                .findFirst();
    }

    private static Component inside(Span span) {
        String name = span.name();
        for (Named named : Named.values()) {
            if (named.fits(name)) {
                return new Component(span.service(), named.kind, named.detail(name));
            }
        }
        // The agent's own span for it, where JDBC data sources are instrumented.
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
            // The driver checks a pooled connection with a statement that is empty.
            return span.attributes().containsKey("db.statement") ? "(empty statement)" : span.name();
        }
        String line = text.replaceAll("\\s+", " ").trim();
        return line.length() <= LONGEST_STATEMENT ? line : line.substring(0, LONGEST_STATEMENT) + "…";
    }

    private static String address(Span span) {
        String peer = span.attribute("peer.service", "server.address", "net.peer.name");
        if (peer.isEmpty()) {
            return "unknown service";
        }
        String port = span.attribute("server.port", "net.peer.port");
        return port.isEmpty() ? peer : peer + ":" + port;
    }

    /** The spans that Haru makes itself, by how their names begin; longer ones first. */
    private enum Named {
        POOL("pool wait", Kind.POOL),
        HASH_WAIT("hash wait", Kind.HASH_WAIT),
        HASH("hash", Kind.HASH),
        CACHE("cache load", Kind.CACHE);

        private final String prefix;
        private final Kind kind;

        Named(String prefix, Kind kind) {
            this.prefix = prefix;
            this.kind = kind;
        }

        boolean fits(String name) {
            return name.equals(prefix) || name.startsWith(prefix + " ");
        }

        String detail(String name) {
            return name.substring(prefix.length()).trim();
        }
    }
}

package dev.haru.latency.route;

import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.TraceTree;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** Finds the requests in a trace, by route: {@code POST /v1/schedules}. */
public final class Requests {

    private Requests() {}

    /** The requests of this route. A nested request of the same route counts as part of the outer request. */
    public static List<Request> of(TraceTree tree, Route route) {
        List<Request> found = new ArrayList<>();
        Deque<Node> open = new ArrayDeque<>(tree.roots());
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (isServer(node) && Route.of(node).equals(route)) {
                found.add(new Request(route, node));
            } else {
                node.children().reversed().forEach(open::push);
            }
        }
        return found;
    }

    /** The requests from outside: server spans without a recorded parent. */
    public static List<Request> fromOutside(TraceTree tree) {
        return tree.roots().stream()
                .filter(Requests::isServer)
                .map(root -> new Request(Route.of(root), root))
                .toList();
    }

    /** The earliest of the servers that this server called directly. */
    static Optional<Node> firstCalled(Node server) {
        Deque<Node> open = new ArrayDeque<>(server.children());
        List<Node> called = new ArrayList<>();
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (isServer(node)) {
                called.add(node);
            } else {
                open.addAll(node.children());
            }
        }
        return called.stream().min(Comparator.comparingLong(Node::start));
    }

    private static boolean isServer(Node node) {
        return node.span().kind() == SpanKind.SERVER;
    }
}

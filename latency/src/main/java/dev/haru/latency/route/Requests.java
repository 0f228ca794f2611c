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
import java.util.function.Predicate;

/**
 * Finds the requests in a trace, by route: {@code POST /v1/schedules}. A request is a server span or a consumer span
 * with all spans below it. Spans above the first request, such as those of a browser or a job, are in no request.
 */
public final class Requests {

    private Requests() {}

    /** The requests of this route. A nested request of the same route counts as part of the outer request. */
    public static List<Request> of(TraceTree tree, Route route) {
        return find(tree.roots(), node -> isRequest(node) && Route.of(node).equals(route)).stream()
                .map(top -> new Request(route, top))
                .toList();
    }

    /**
     * The requests from outside: the first server or consumer spans of the trace. A root of another kind that names a
     * parent is a part of a request, if the trace has another root that begins a request or a trace.
     */
    public static List<Request> fromOutside(TraceTree tree) {
        List<Node> beginnings =
                tree.roots().stream().filter(Requests::isBeginning).toList();
        return find(beginnings.isEmpty() ? tree.roots() : beginnings, Requests::isRequest).stream()
                .map(top -> new Request(Route.of(top), top))
                .toList();
    }

    /** The earliest of the servers that this server called directly. */
    static Optional<Node> firstCalled(Node server) {
        Deque<Node> open = new ArrayDeque<>(server.children());
        List<Node> called = new ArrayList<>();
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (node.span().kind() == SpanKind.SERVER) {
                called.add(node);
            } else {
                open.addAll(node.children());
            }
        }
        return called.stream().min(Comparator.comparingLong(Node::start));
    }

    /**
     * The uppermost wanted nodes. A node that is in no request keeps the clock of its own host, because the clock of a
     * browser is often wrong.
     */
    private static List<Node> find(List<Node> roots, Predicate<Node> wanted) {
        List<Node> found = new ArrayList<>();
        Deque<Place> open = new ArrayDeque<>();
        roots.reversed().forEach(root -> open.push(new Place(root, false)));
        while (!open.isEmpty()) {
            Place place = open.pop();
            Node node = place.node();
            if (wanted.test(node)) {
                found.add(place.isInside() ? node : TraceTree.withoutParent(node));
            } else {
                boolean isInside = place.isInside() || isRequest(node);
                node.children().reversed().forEach(child -> open.push(new Place(child, isInside)));
            }
        }
        return found;
    }

    private static boolean isBeginning(Node root) {
        return isRequest(root) || !root.span().hasParent();
    }

    private static boolean isRequest(Node node) {
        return node.span().kind().isEntry();
    }

    /** A node, and whether it is inside a request. */
    private record Place(Node node, boolean isInside) {}
}

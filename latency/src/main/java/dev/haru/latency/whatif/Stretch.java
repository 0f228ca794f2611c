package dev.haru.latency.whatif;

import dev.haru.latency.component.Component;
import dev.haru.latency.component.Components;
import dev.haru.latency.component.Kind;
import dev.haru.latency.path.Waits;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.SpanKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The part of a span for which its parent waited, with the children for which it waited itself. Times are those of the
 * trace (ns).
 */
final class Stretch {

    private static final Comparator<Stretch> BY_START =
            Comparator.comparingLong(Stretch::start).thenComparingLong(Stretch::end);

    private final Node node;
    private final long start;
    private final long end;
    private final Component component;
    private final Stretch call;
    private final Stretch server;
    private final List<Stretch> children = new ArrayList<>();
    private boolean gaveUp;

    private Stretch(Node node, long start, long end, @Nullable Stretch parent) {
        this.node = node;
        this.start = start;
        this.end = end;
        this.component = Components.of(node);
        this.server = parent == null || node.span().kind() == SpanKind.SERVER ? this : parent.server;
        if (component.kind() == Kind.OWN) {
            this.call = server;
        } else {
            this.call = parent != null && parent.component.equals(component) ? parent.call : this;
        }
    }

    /**
     * The stretches of a request. Each parent comes before its children. Children of a stretch with a removed component
     * are left out.
     */
    static List<Stretch> of(Node top, Predicate<Component> isRemoved) {
        List<Stretch> all = new ArrayList<>();
        all.add(new Stretch(top, top.start(), top.end(), null));
        for (int i = 0; i < all.size(); i++) {
            Stretch parent = all.get(i);
            if (!isRemoved.test(parent.component)) {
                parent.node.children().forEach(parent::addIfWaitedFor);
                parent.children.sort(BY_START);
                all.addAll(parent.children);
            }
        }
        return all;
    }

    private void addIfWaitedFor(Node child) {
        if (child.start() > end || child.end() < start || !Waits.isWaitedFor(child, node)) {
            return;
        }
        // If the client gave up, the server's own end decides whether it would have done so.
        boolean abandoned = Waits.gaveUp(node, child);
        gaveUp |= abandoned;
        children.add(new Stretch(
                child, Math.max(child.start(), start), abandoned ? child.end() : Math.min(child.end(), end), this));
    }

    Node node() {
        return node;
    }

    long start() {
        return start;
    }

    long end() {
        return end;
    }

    /** By start. */
    List<Stretch> children() {
        return children;
    }

    /** The component of the self time. */
    Component component() {
        return component;
    }

    /** The component of the wait before the called server. */
    Optional<Component> queue() {
        return Components.queue(node);
    }

    /**
     * The span that makes this one's call of the component: the outermost of nested spans of a component. For own code,
     * it is the server span.
     */
    Stretch call() {
        return call;
    }

    /** Whether the client gave up before the server had ended. */
    boolean gaveUp() {
        return gaveUp;
    }
}

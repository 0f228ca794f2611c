package dev.haru.latency.component;

import dev.haru.latency.component.Breakdown.Part;
import dev.haru.latency.path.CriticalPath;
import dev.haru.latency.path.Step;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.TraceTree;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;

/** Assigns each step of a request's critical path to a component. */
public final class Attribution {

    private final HopBaselines baselines;

    public Attribution(HopBaselines baselines) {
        this.baselines = baselines;
    }

    /** Breaks down the duration of the request with this top span. */
    public Breakdown of(Node top) {
        return of(top, 1);
    }

    /** Breaks down the duration of the request with this top span, which stands for {@code weight} requests. */
    public Breakdown of(Node top, double weight) {
        Map<Component, Part> parts = new HashMap<>();
        for (Step step : CriticalPath.of(top)) {
            charge(step, (component, nanos) -> add(parts, component, new Part(nanos, 0, 0)));
        }
        for (Node node : TraceTree.below(top)) {
            if (isCall(node)) {
                add(parts, Components.of(node), new Part(0, 1, node.span().failed() ? 1 : 0));
            }
        }
        return new Breakdown(
                top.span().traceId(), top.start(), top.duration(), top.span().failed(), weight, Map.copyOf(parts));
    }

    /** Passes the components of a step, with the nanoseconds of each, to {@code to}. */
    public void charge(Step step, BiConsumer<Component, Long> to) {
        long queued = queued(step);
        if (queued > 0) {
            Components.queue(step.node()).ifPresent(queue -> to.accept(queue, queued));
        }
        to.accept(Components.of(step.node()), step.duration() - queued);
    }

    /** The part (ns) of a step that counts as the queue of the called server. */
    public long queued(Step step) {
        return Components.server(step.node())
                .filter(server -> step.end() <= server.start())
                .map(server -> baselines.queued(step.node(), server, step.duration()))
                .orElse(0L);
    }

    /** A server or consumer span is a call of a service's own code. Nested spans of the same component are one call. */
    private static boolean isCall(Node node) {
        Component component = Components.of(node);
        if (component.kind() == Kind.OWN) {
            return node.span().kind().isEntry();
        }
        Node parent = node.parent();
        return parent == null || !Components.of(parent).equals(component);
    }

    private static void add(Map<Component, Part> parts, Component component, Part part) {
        parts.merge(
                component,
                part,
                (a, b) -> new Part(a.nanos() + b.nanos(), a.calls() + b.calls(), a.failures() + b.failures()));
    }
}

package dev.haru.latency.component;

import dev.haru.latency.component.Breakdown.Part;
import dev.haru.latency.path.CriticalPath;
import dev.haru.latency.path.Step;
import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.TraceTree;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Charges each step of a request's critical path to a component. */
public final class Attribution {

    private final HopBaselines baselines;

    public Attribution(HopBaselines baselines) {
        this.baselines = baselines;
    }

    /** Where the time of the request with this top went. */
    public Breakdown of(Node top) {
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
                top.span().traceId(), top.start(), top.duration(), top.span().failed(), Map.copyOf(parts));
    }

    /** Says what the step is charged to, for how many nanoseconds each. */
    public void charge(Step step, BiConsumer<Component, Long> to) {
        Component component = Components.of(step.node());
        long queued = 0;
        Optional<Node> server = Components.server(step.node());
        if (server.isPresent() && step.end() <= server.get().start()) {
            queued = baselines.queued(step.node(), server.get(), step.duration());
            if (queued > 0) {
                to.accept(new Component(server.get().span().service(), Kind.QUEUE, ""), queued);
            }
        }
        to.accept(component, step.duration() - queued);
    }

    /** A service's own code is entered by its server spans; what wraps the same thing twice is one call. */
    private static boolean isCall(Node node) {
        Component component = Components.of(node);
        if (component.kind() == Kind.OWN) {
            return node.span().kind() == SpanKind.SERVER;
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

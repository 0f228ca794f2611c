package dev.haru.latency.why;

import dev.haru.latency.component.Component;
import dev.haru.latency.component.Kind;
import dev.haru.latency.why.Ends.End;
import dev.haru.latency.why.Ends.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The part of a service's additional time that is the largest, and the reason why the service is charged with it.
 *
 * @param component the text of a table cell
 * @param reason the first part of a sentence
 */
record Cause(String component, String reason) {

    /** A part of a call: the time in one component, or on all networks that one rule charged to the service. */
    private record Part(String component, String reason) {}

    /** Finds the largest part of the additional time of a called service. */
    static Cause of(String service, List<RequestVisits> before, List<RequestVisits> after, Map<Place, End> ends) {
        Contrast<Part> contrast = Contrast.of(before, after, visit -> parts(visit, service, ends));
        double[] excess = contrast.excess();
        double[] affected = contrast.affected();
        int largest = 0;
        for (int i = 1; i < excess.length; i++) {
            if (excess[i] * affected[i] > excess[largest] * affected[largest]) {
                largest = i;
            }
        }
        Part part = contrast.subjects().get(largest);
        return new Cause(part.component(), part.reason());
    }

    private static List<Timing<Part>> parts(Visit visit, String service, Map<Place, End> ends) {
        if (!visit.service().equals(service)) {
            return List.of();
        }
        List<Timing<Part>> parts = new ArrayList<>();
        visit.own()
                .forEach((component, nanos) -> parts.add(new Timing<>(
                        new Part(component.label(), inside(component)), visit.operation(), visit.shape(), nanos)));
        List<Hop> hops = new ArrayList<>(visit.out());
        if (visit.in() != null) {
            hops.add(visit.in());
        }
        for (Hop hop : hops) {
            End end = ends.get(hop.place());
            if (end != null && end.service().equals(service)) {
                parts.add(new Timing<>(network(hop.place(), end.rule(), service), hop.operation(), 0, hop.nanos()));
            }
        }
        return parts;
    }

    private static String inside(Component component) {
        return component.kind() == Kind.OWN
                ? "The time inside %s itself grew".formatted(component.service())
                : "The time of %s in %s grew".formatted(component.label(), component.service());
    }

    private static Part network(Place network, Rule rule, String service) {
        String pair = "the network from %s to %s is slower".formatted(network.service(), network.upstream());
        String component = service.equals(network.upstream())
                ? "network from " + network.service()
                : "network to " + network.upstream();
        return switch (rule) {
            case WAYS_OUT ->
                new Part("network to upstream services", "The ways out of %s are slower".formatted(service));
            case WAYS_IN -> new Part("network from client services", "The ways into %s are slower".formatted(service));
            case INSIDE -> new Part(component, "The time inside %s grew, and %s".formatted(service, pair));
            case PAIR ->
                new Part(
                        component,
                        "Of the ways out of %s and into %s, only %s"
                                .formatted(network.service(), network.upstream(), pair));
        };
    }
}

package dev.haru.local.chart;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What a NetworkPolicy lets through: between the pods that it is for and a peer, at a port. */
record Opening(String pods, String peer, String port) {

    static final String ANYBODY = "anybody";
    static final String ANY_PORT = "any port";

    /** All of a direction, "ingress" or "egress". What a rule leaves out it leaves open, so that is an opening, too. */
    static Stream<Opening> of(JsonNode policy, String direction) {
        String pods = names(policy.path("spec")).collect(Collectors.joining(","));
        if (policy.at("/spec/policyTypes")
                .valueStream()
                .noneMatch(type -> type.asString().equalsIgnoreCase(direction))) {
            return Stream.of(new Opening(pods, ANYBODY, ANY_PORT));
        }
        return policy.at("/spec/" + direction)
                .valueStream()
                .flatMap(rule -> peers(rule.path(direction.equals("ingress") ? "from" : "to"))
                        .flatMap(peer -> ports(rule.path("ports")).map(port -> new Opening(pods, peer, port))));
    }

    private static Stream<String> peers(JsonNode peers) {
        return peers.isEmpty() ? Stream.of(ANYBODY) : peers.valueStream().flatMap(Opening::names);
    }

    /** The names that pods carry, where these select them; else the labels of pods and namespace. */
    private static Stream<String> names(JsonNode peer) {
        JsonNode pods = peer.path("podSelector");
        List<String> names = peer.has("namespaceSelector") ? List.of() : Manifests.namesIn(pods);
        if (!names.isEmpty()) {
            return names.stream();
        }
        String labels = Stream.of(pods, peer.path("namespaceSelector"))
                .flatMap(selector -> selector.path("matchLabels").propertyStream())
                .map(label -> label.getKey() + "=" + label.getValue().asString())
                .collect(Collectors.joining(","));
        return Stream.of(labels.isEmpty() ? ANYBODY : labels);
    }

    private static Stream<String> ports(JsonNode ports) {
        return ports.isEmpty() ? Stream.of(ANY_PORT) : ports.valueStream().map(Opening::range);
    }

    private static String range(JsonNode port) {
        String last = port.path("endPort").asString();
        return port.has("port") ? port.path("port").asString() + (last.isEmpty() ? "" : "-" + last) : ANY_PORT;
    }
}

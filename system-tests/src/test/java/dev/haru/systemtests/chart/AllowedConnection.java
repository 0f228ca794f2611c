package dev.haru.systemtests.chart;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** A connection that a NetworkPolicy allows between its pods and a peer, at a port. */
record AllowedConnection(String pods, String peer, String port) {

    static final String ANY_PEER = "anybody";
    static final String ANY_PORT = "any port";

    /**
     * All connections of a direction, "ingress" or "egress". A NetworkPolicy allows everything in a direction, peer or
     * port that it leaves out, so these count as allowed connections, too.
     */
    static Stream<AllowedConnection> of(JsonNode policy, String direction) {
        String pods = names(policy.path("spec")).collect(Collectors.joining(","));
        if (policy.at("/spec/policyTypes")
                .valueStream()
                .noneMatch(type -> type.asString().equalsIgnoreCase(direction))) {
            return Stream.of(new AllowedConnection(pods, ANY_PEER, ANY_PORT));
        }
        return policy.at("/spec/" + direction)
                .valueStream()
                .flatMap(rule -> peers(rule.path(direction.equals("ingress") ? "from" : "to"))
                        .flatMap(peer ->
                                ports(rule.path("ports")).map(port -> new AllowedConnection(pods, peer, port))));
    }

    private static Stream<String> peers(JsonNode peers) {
        return peers.isEmpty() ? Stream.of(ANY_PEER) : peers.valueStream().flatMap(AllowedConnection::names);
    }

    /** The names of the selected pods. If a peer is selected otherwise, the labels of its pods and namespace. */
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
        return Stream.of(labels.isEmpty() ? ANY_PEER : labels);
    }

    private static Stream<String> ports(JsonNode ports) {
        return ports.isEmpty() ? Stream.of(ANY_PORT) : ports.valueStream().map(AllowedConnection::range);
    }

    private static String range(JsonNode port) {
        String last = port.path("endPort").asString();
        return port.has("port") ? port.path("port").asString() + (last.isEmpty() ? "" : "-" + last) : ANY_PORT;
    }
}

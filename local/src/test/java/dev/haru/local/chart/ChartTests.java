package dev.haru.local.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import tools.jackson.databind.JsonNode;

/** What the charts let through, against the picture of the house. */
@EnabledIf(
        value = "dev.haru.local.chart.Manifests#canBeRendered",
        disabledReason = "no helm: make check-charts builds it")
class ChartTests {

    private static final Set<String> STORES = Set.of("postgresql", "redis");

    @Test
    void whatPodsMayCallIsWhatThePictureShows() throws IOException, InterruptedException {
        Set<Arrow> allowed = policies(Manifests.ofTheChart())
                .flatMap(policy -> rules(policy, "egress", "to")
                        .map(peer -> new Arrow(owner(policy), name(peer)))
                        .filter(arrow -> !arrow.to().isEmpty()))
                .collect(Collectors.toSet());

        assertThat(allowed).isEqualTo(Picture.arrowsIn(Manifests.readme()));
    }

    @Test
    void whoMayCallAPodIsWhatThePictureShows() throws IOException, InterruptedException {
        Set<Arrow> allowed = policies(Manifests.ofTheChart())
                .flatMap(policy -> rules(policy, "ingress", "from")
                        .map(peer -> new Arrow(name(peer), owner(policy)))
                        .filter(arrow -> !arrow.from().isEmpty()))
                .collect(Collectors.toSet());

        assertThat(allowed).isEqualTo(arrows(arrow -> !STORES.contains(arrow.to())));
    }

    @Test
    void whoMayCallAStoreIsWhatThePictureShows() throws IOException {
        for (String store : STORES) {
            Set<Arrow> allowed = Manifests.ofTheFile("k8s/evaluation/" + store + ".yaml")
                    .ofKind("NetworkPolicy")
                    .flatMap(policy -> rules(policy, "ingress", "from"))
                    .flatMap(peer ->
                            peer.at("/podSelector/matchExpressions/0/values").valueStream())
                    .map(caller -> new Arrow(caller.asString(), store))
                    .collect(Collectors.toSet());

            assertThat(allowed).isEqualTo(arrows(arrow -> arrow.to().equals(store)));
        }
    }

    @Test
    void onlyTheGatewayIsOpenToAnybodyAndOnlyAtItsHttpPort() throws IOException, InterruptedException {
        assertThat(policies(Manifests.ofTheChart())
                        .flatMap(policy -> policy.at("/spec/ingress")
                                .valueStream()
                                .filter(rule -> rule.path("from").isEmpty())
                                .map(rule -> owner(policy) + ":"
                                        + rule.at("/ports/0/port").asInt())))
                .containsExactly("gateway:8080");
    }

    @Test
    void noServiceLeadsToAManagementPort() throws IOException, InterruptedException {
        assertThat(Manifests.ofTheChart()
                        .ofKind("Service")
                        .flatMap(service -> service.at("/spec/ports").valueStream())
                        .map(port -> port.path("targetPort").asString()))
                .hasSize(4)
                .containsOnly("http");
    }

    @Test
    void onlyTheGatewayMayBeSeenFromOutside() throws IOException, InterruptedException {
        assertThat(Manifests.ofTheChart("--set", "gateway.service.type=LoadBalancer")
                        .ofKind("Service")
                        .filter(service -> !service.at("/spec/type").asString().equals("ClusterIP"))
                        .map(service -> service.at("/metadata/name").asString()))
                .containsExactly("haru-gateway");
        assertThatIllegalStateException()
                .isThrownBy(() -> Manifests.ofTheChart("--set", "auth-service.service.type=NodePort"));
    }

    /** Of the four services; that of the journey belongs to none. */
    private static Stream<JsonNode> policies(Manifests manifests) {
        return manifests
                .ofKind("NetworkPolicy")
                .filter(policy -> !owner(policy).isEmpty() && !owner(policy).equals("journey"));
    }

    private static Stream<JsonNode> rules(JsonNode policy, String direction, String peers) {
        return policy.at("/spec/" + direction)
                .valueStream()
                .flatMap(rule -> rule.path(peers).valueStream());
    }

    private static String owner(JsonNode policy) {
        return Manifests.nameIn(policy.at("/spec/podSelector"));
    }

    private static String name(JsonNode peer) {
        return Manifests.nameIn(peer.path("podSelector"));
    }

    private static Set<Arrow> arrows(Predicate<Arrow> some) throws IOException {
        return Picture.arrowsIn(Manifests.readme()).stream().filter(some).collect(Collectors.toSet());
    }
}

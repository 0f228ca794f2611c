package dev.haru.local.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** What the charts let through, against the picture of the house. */
@EnabledIf(
        value = "dev.haru.local.chart.Manifests#canBeRendered",
        disabledReason = "no helm: make lint ONLY=charts builds it")
class ChartTests {

    private static final Set<String> STORES = Set.of("postgresql", "redis");
    private static final String NAME_SERVER = "kubernetes.io/metadata.name=kube-system";
    private static final String PROMETHEUS = "kubernetes.io/metadata.name=observability";

    @Test
    void whatPodsMayCallIsWhatThePictureShows() throws IOException, InterruptedException {
        assertThat(openings(Manifests.ofTheChart(), "egress"))
                .isEqualTo(all(Stream.of(
                        arrows().map(arrow -> new Opening(arrow.from(), arrow.to(), portOf(arrow.to()))),
                        ofEachService(NAME_SERVER, "53"),
                        Stream.of( // of helm test, which is in no picture: a client inside the cluster
                                new Opening("journey", "gateway", "8080"),
                                new Opening("journey", NAME_SERVER, "53")))));
    }

    @Test
    void whoMayCallAPodIsWhatThePictureShows() throws IOException, InterruptedException {
        assertThat(openings(Manifests.ofTheChart(), "ingress"))
                .isEqualTo(all(Stream.of(
                        arrows().filter(arrow -> !STORES.contains(arrow.to()))
                                .map(arrow -> new Opening(arrow.to(), arrow.from(), portOf(arrow.to()))),
                        Stream.of(new Opening("gateway", Opening.ANYBODY, "8080")),
                        ofEachService(PROMETHEUS, "9080"))));
    }

    @Test
    void whoMayCallAStoreIsWhatThePictureShows() throws IOException {
        for (String store : STORES) {
            assertThat(openings(Manifests.ofTheFile("k8s/evaluation/" + store + ".yaml"), "ingress"))
                    .isEqualTo(all(Stream.of(callersOf(store, store))));
        }
    }

    @Test
    void theDatabaseForProductionIsOpenToItsServicesItselfAndItsOperator() throws IOException {
        String cluster = "cnpg.io/cluster=haru";
        assertThat(openings(Manifests.ofTheFile("k8s/postgresql/cloudnativepg.yaml"), "ingress"))
                .isEqualTo(all(Stream.of(
                        callersOf("postgresql", cluster),
                        Stream.of(
                                new Opening(cluster, cluster, "5432"),
                                new Opening(cluster, cluster, "8000"),
                                new Opening(cluster, "kubernetes.io/metadata.name=cnpg-system", Opening.ANY_PORT)))));
    }

    @Test
    void onlyTheGatewayIsOpenToAnybodyAndOnlyAtItsHttpPort() throws IOException, InterruptedException {
        for (Manifests manifests : List.of(Manifests.ofTheChart(), Manifests.ofTheChartForProduction())) {
            assertThat(toAnybody(manifests, "ingress"))
                    .containsExactly(new Opening("gateway", Opening.ANYBODY, "8080"));
        }
    }

    /** As the chart's values say of `peers`: where these are empty it may be anywhere, at its port. */
    @Test
    void onlyStoresAndCollectorsWithoutPeersAreCalledAnywhereAndOnlyAtTheirPorts()
            throws IOException, InterruptedException {
        Set<Opening> ofProduction =
                all(Stream.of(ofEachService(Opening.ANYBODY, "6379"), ofEachService(Opening.ANYBODY, "4318")));

        assertThat(toAnybody(Manifests.ofTheChart(), "egress")).isEmpty();
        assertThat(toAnybody(Manifests.ofTheChartForProduction(), "egress")).isEqualTo(ofProduction);
        assertThat(toAnybody(Manifests.ofTheChartForProduction("--set-json", "global.database.peers=[]"), "egress"))
                .isEqualTo(all(Stream.of(
                        ofProduction.stream(),
                        arrows().filter(arrow -> arrow.to().equals("postgresql"))
                                .map(arrow -> new Opening(arrow.from(), Opening.ANYBODY, "5432")))));
    }

    @Test
    void noRuleOfTheChartOpensEveryPort() throws IOException, InterruptedException {
        for (Manifests manifests : List.of(Manifests.ofTheChart(), Manifests.ofTheChartForProduction())) {
            assertThat(Stream.of("ingress", "egress").flatMap(direction -> openings(manifests, direction).stream()))
                    .isNotEmpty()
                    .noneMatch(opening -> opening.port().equals(Opening.ANY_PORT));
        }
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

    private static Set<Opening> openings(Manifests manifests, String direction) {
        return manifests
                .ofKind("NetworkPolicy")
                .flatMap(policy -> Opening.of(policy, direction))
                .collect(Collectors.toSet());
    }

    private static Set<Opening> toAnybody(Manifests manifests, String direction) {
        return openings(manifests, direction).stream()
                .filter(opening -> opening.peer().equals(Opening.ANYBODY))
                .collect(Collectors.toSet());
    }

    private static Stream<Opening> callersOf(String store, String pods) throws IOException {
        return arrows().filter(arrow -> arrow.to().equals(store))
                .map(arrow -> new Opening(pods, arrow.from(), portOf(store)));
    }

    private static Stream<Opening> ofEachService(String peer, String port) throws IOException {
        return arrows().map(Arrow::from).distinct().map(service -> new Opening(service, peer, port));
    }

    private static Stream<Arrow> arrows() throws IOException {
        return Picture.arrowsIn(Manifests.readme()).stream();
    }

    private static String portOf(String part) {
        return switch (part) {
            case "postgresql" -> "5432";
            case "redis" -> "6379";
            default -> "8080";
        };
    }

    private static Set<Opening> all(Stream<Stream<Opening>> openings) {
        return openings.flatMap(some -> some).collect(Collectors.toSet());
    }
}

package dev.haru.systemtests.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Compares the connections that the charts allow with the diagram in README.md. */
@Execution(ExecutionMode.CONCURRENT)
@EnabledIf(
        value = "dev.haru.systemtests.chart.Manifests#canBeRendered",
        disabledReason = "no helm: make lint ONLY=charts builds it")
class ChartTests {

    private static final Set<String> STORES = Set.of("postgresql", "redis");
    private static final String NAME_SERVER = "kubernetes.io/metadata.name=kube-system";
    private static final String PROMETHEUS = "kubernetes.io/metadata.name=observability";

    @Test
    void egressOfPodsMatchesTheDiagram() throws IOException, InterruptedException {
        assertThat(allowedConnections(Manifests.ofTheChart(), "egress"))
                .isEqualTo(all(Stream.of(
                        arrows().map(arrow -> new AllowedConnection(arrow.from(), arrow.to(), portOf(arrow.to()))),
                        ofEachService(NAME_SERVER, "53"),
                        Stream.of( // the pod of helm test, a client inside the cluster, which the diagram does not show
                                new AllowedConnection("smoke-test", "gateway", "8080"),
                                new AllowedConnection("smoke-test", NAME_SERVER, "53")))));
    }

    @Test
    void ingressOfPodsMatchesTheDiagram() throws IOException, InterruptedException {
        assertThat(allowedConnections(Manifests.ofTheChart(), "ingress"))
                .isEqualTo(all(Stream.of(
                        arrows().filter(arrow -> !STORES.contains(arrow.to()))
                                .map(arrow -> new AllowedConnection(arrow.to(), arrow.from(), portOf(arrow.to()))),
                        Stream.of(new AllowedConnection("gateway", AllowedConnection.ANY_PEER, "8080")),
                        ofEachService(PROMETHEUS, "9080"))));
    }

    @Test
    void ingressOfStoresMatchesTheDiagram() throws IOException {
        for (String store : STORES) {
            assertThat(allowedConnections(Manifests.ofTheFile("k8s/evaluation/" + store + ".yaml"), "ingress"))
                    .isEqualTo(all(Stream.of(clientsOf(store, store))));
        }
    }

    @Test
    void productionDatabaseAdmitsServicesItselfAndOperator() throws IOException {
        String cluster = "cnpg.io/cluster=haru";
        assertThat(allowedConnections(Manifests.ofTheFile("k8s/postgresql/cloudnativepg.yaml"), "ingress"))
                .isEqualTo(all(Stream.of(
                        clientsOf("postgresql", cluster),
                        Stream.of(
                                new AllowedConnection(cluster, cluster, "5432"),
                                new AllowedConnection(cluster, cluster, "8000"),
                                new AllowedConnection(
                                        cluster,
                                        "kubernetes.io/metadata.name=cnpg-system",
                                        AllowedConnection.ANY_PORT)))));
    }

    @Test
    void onlyTheGatewaysHttpPortAdmitsAnyPeer() throws IOException, InterruptedException {
        for (Manifests manifests : List.of(Manifests.ofTheChart(), Manifests.ofTheChartForProduction())) {
            assertThat(toAnyPeer(manifests, "ingress"))
                    .containsExactly(new AllowedConnection("gateway", AllowedConnection.ANY_PEER, "8080"));
        }
    }

    /** If {@code peers} is empty, the chart allows any destination, at one port. */
    @Test
    void egressToAnyPeerIsLimitedToPortsOfStoresAndCollectors() throws IOException, InterruptedException {
        Set<AllowedConnection> ofProduction = all(Stream.of(
                ofEachService(AllowedConnection.ANY_PEER, "6379"), ofEachService(AllowedConnection.ANY_PEER, "4318")));

        assertThat(toAnyPeer(Manifests.ofTheChart(), "egress")).isEmpty();
        assertThat(toAnyPeer(Manifests.ofTheChartForProduction(), "egress")).isEqualTo(ofProduction);
        assertThat(toAnyPeer(Manifests.ofTheChartForProduction("--set-json", "global.database.peers=[]"), "egress"))
                .isEqualTo(all(Stream.of(
                        ofProduction.stream(),
                        arrows().filter(arrow -> arrow.to().equals("postgresql"))
                                .map(arrow ->
                                        new AllowedConnection(arrow.from(), AllowedConnection.ANY_PEER, "5432")))));
    }

    @Test
    void noRuleOpensEveryPort() throws IOException, InterruptedException {
        for (Manifests manifests : List.of(Manifests.ofTheChart(), Manifests.ofTheChartForProduction())) {
            assertThat(Stream.of("ingress", "egress")
                            .flatMap(direction -> allowedConnections(manifests, direction).stream()))
                    .isNotEmpty()
                    .noneMatch(connection -> connection.port().equals(AllowedConnection.ANY_PORT));
        }
    }

    @Test
    void noServiceTargetsAManagementPort() throws IOException, InterruptedException {
        assertThat(Manifests.ofTheChart()
                        .ofKind("Service")
                        .flatMap(service -> service.at("/spec/ports").valueStream())
                        .map(port -> port.path("targetPort").asString()))
                .hasSize(4)
                .containsOnly("http");
    }

    @Test
    void onlyTheGatewayServiceMayBeExternal() throws IOException, InterruptedException {
        assertThat(Manifests.ofTheChart("--set", "gateway.service.type=LoadBalancer")
                        .ofKind("Service")
                        .filter(service -> !service.at("/spec/type").asString().equals("ClusterIP"))
                        .map(service -> service.at("/metadata/name").asString()))
                .containsExactly("haru-gateway");
        assertThatIllegalStateException()
                .isThrownBy(() -> Manifests.ofTheChart("--set", "auth-service.service.type=NodePort"));
    }

    private static Set<AllowedConnection> allowedConnections(Manifests manifests, String direction) {
        return manifests
                .ofKind("NetworkPolicy")
                .flatMap(policy -> AllowedConnection.of(policy, direction))
                .collect(Collectors.toSet());
    }

    private static Set<AllowedConnection> toAnyPeer(Manifests manifests, String direction) {
        return allowedConnections(manifests, direction).stream()
                .filter(connection -> connection.peer().equals(AllowedConnection.ANY_PEER))
                .collect(Collectors.toSet());
    }

    private static Stream<AllowedConnection> clientsOf(String store, String pods) throws IOException {
        return arrows().filter(arrow -> arrow.to().equals(store))
                .map(arrow -> new AllowedConnection(pods, arrow.from(), portOf(store)));
    }

    private static Stream<AllowedConnection> ofEachService(String peer, String port) throws IOException {
        return arrows().map(Arrow::from).distinct().map(service -> new AllowedConnection(service, peer, port));
    }

    private static Stream<Arrow> arrows() throws IOException {
        return ArchitectureDiagram.arrowsIn(Manifests.readme()).stream();
    }

    private static String portOf(String part) {
        return switch (part) {
            case "postgresql" -> "5432";
            case "redis" -> "6379";
            default -> "8080";
        };
    }

    private static Set<AllowedConnection> all(Stream<Stream<AllowedConnection>> allowedConnections) {
        return allowedConnections.flatMap(some -> some).collect(Collectors.toSet());
    }
}

package dev.haru.systemtests.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.Yaml;

/** Static checks of the dashboards and alerts. */
class DashboardTests {

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Path OBSERVABILITY = REPOSITORY.resolve("k8s/observability");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([a-z_]+)");

    /** Metrics of Haru by their prefixes. k6 and Tempo document their own metrics. */
    private static final Pattern METRIC = Pattern.compile(
            "\\b(?:http_server|haru|hikaricp|tomcat|jvm|process|system|cache|resilience4j|logback|reactor_netty)_[a-z0-9_]+");

    @ParameterizedTest
    @MethodSource("dashboards")
    void dashboardHasTheNameOfItsFileAndMetadata(Dashboard dashboard) {
        assertThat(dashboard.json().path("uid").asString() + ".json").isEqualTo(dashboard.file());
        assertThat(dashboard.json().path("title").asString()).startsWith("Haru: ");
        assertThat(dashboard.json().path("description").asString()).isNotBlank();
        assertThat(dashboard.json().path("schemaVersion").asInt()).isGreaterThanOrEqualTo(41);
        assertThat(dashboard.json().path("tags").valueStream().map(tag -> tag.asString()))
                .contains("haru");
        assertThat(dashboard.json().has("id"))
                .as("a number of the instance that it was taken from")
                .isFalse();
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void panelHasDescriptionUnitAndVariableDataSource(Dashboard dashboard) {
        Set<Integer> ids = new HashSet<>();
        Set<String> titles = new HashSet<>();
        for (Panel panel : dashboard.panels()) {
            assertThat(ids.add(panel.number("/id"))).as(panel.name()).isTrue();
            assertThat(titles.add(panel.title())).as(panel.name()).isTrue();
            assertThat(panel.text("/description")).as(panel.name()).isNotBlank();
            assertThat(panel.text("/fieldConfig/defaults/unit"))
                    .as(panel.name())
                    .isNotBlank();
            assertThat(panel.text("/datasource/uid")).as(panel.name()).startsWith("${");
            assertThat(panel.queries())
                    .as(panel.name())
                    .isNotEmpty()
                    .allSatisfy(query -> assertThat(query.source()).startsWith("${"));
        }
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void panelsDoNotOverlap(Dashboard dashboard) {
        List<Panel> panels = dashboard.panels();
        for (Panel panel : panels) {
            assertThat(panel.number("/gridPos/x") + panel.number("/gridPos/w"))
                    .as(panel.name())
                    .isLessThanOrEqualTo(24);
            assertThat(panels.stream().filter(panel::overlaps)).as(panel.name()).containsExactly(panel);
        }
    }

    @ParameterizedTest
    @MethodSource("dashboards")
    void usedVariablesAreDefined(Dashboard dashboard) {
        Set<String> defined = dashboard
                .variables()
                .map(variable -> variable.path("name").asString())
                .collect(Collectors.toSet());
        defined.addAll(Set.of("__rate_interval", "__range", "__all"));

        assertThat(VARIABLE.matcher(dashboard.json().toString()).results().map(found -> found.group(1)))
                .isSubsetOf(defined);
    }

    @Test
    void kustomizationContainsAllDashboards() throws IOException {
        String kustomization = Files.readString(OBSERVABILITY.resolve("kustomization.yaml"));

        assertThat(dashboards())
                .isNotEmpty()
                .allSatisfy(dashboard -> assertThat(kustomization).contains("- dashboards/" + dashboard.file()));
    }

    @Test
    void usedMetricsAreDocumented() throws IOException {
        StringBuilder expressions = new StringBuilder();
        for (Dashboard dashboard : Dashboard.all(REPOSITORY)) {
            dashboard
                    .panels()
                    .forEach(panel -> panel.queries()
                            .forEach(query -> expressions.append(query.promql()).append("\n")));
        }
        expressions.append(rules("alerts.yaml")).append(rules("recording.yaml"));
        Set<String> names = METRIC.matcher(expressions)
                .results()
                .map(MatchResult::group)
                .filter(name -> !name.startsWith("haru_failed") && !name.startsWith("haru_slow"))
                .map(name -> name.replaceFirst("_(bucket|count|sum|max)$", ""))
                .collect(Collectors.toCollection(TreeSet::new));

        String manual = Files.readString(REPOSITORY.resolve("docs/operations/metrics.md"));
        assertThat(names)
                .hasSizeGreaterThan(30)
                .allSatisfy(name -> assertThat(manual).contains("`" + name));
    }

    @Test
    void provisioningIsYaml() throws IOException {
        try (Stream<Path> files = Files.walk(OBSERVABILITY)) {
            for (Path file :
                    files.filter(path -> path.toString().matches(".*\\.ya?ml")).toList()) {
                assertThat(new Yaml().loadAll(Files.readString(file)))
                        .as(file.toString())
                        .isNotEmpty();
            }
        }
    }

    static Stream<Dashboard> dashboards() {
        return Dashboard.all(REPOSITORY).stream();
    }

    private static String rules(String file) throws IOException {
        return Files.readString(OBSERVABILITY.resolve("rules").resolve(file));
    }
}

package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import dev.haru.local.service.ServiceModule;
import dev.haru.systemtests.dashboard.Dashboard;
import dev.haru.systemtests.dashboard.Panel;
import dev.haru.systemtests.dashboard.Query;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/**
 * Every panel of every dashboard has data. The test runs its queries against a real Prometheus that scraped the system
 * while k6 put load on it. {@code make lint ONLY=dashboards} runs it, and {@code make test} excludes its group. It
 * needs k6, Prometheus, and a traced system on the ports of the environment, which it shares with other checks.
 */
@Tag("dashboards")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DashboardSystemTests {

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Path FOLDER = Path.of("target", "dashboards").toAbsolutePath();

    private static final Duration LIMIT = Duration.ofMinutes(10);

    /** Panels whose data comes from traces. */
    private static final Set<String> NEED_TEMPO =
            Set.of("haru-overview.json: Service graph", "haru-overview.json: p95 of calls between services");

    private static final Pattern LABEL_VALUES = Pattern.compile("label_values\\((.+), (\\w+)\\)");

    private final Ports ports = Ports.fromEnvironment(System.getenv());
    private final Client client = new Client(ports.url(Port.GATEWAY));
    private Instant begin = Instant.MIN;

    @SuppressWarnings("NullAway.Init") // set before all tests
    private Prometheus prometheus;

    @BeforeAll
    void runUnderLoad() throws Exception {
        deleteAll(FOLDER);
        begin = Instant.now();
        prometheus = Prometheus.start(REPOSITORY, FOLDER, ports);
        awaiting().until(prometheus::isReady);
        // A counter must be scraped once before the load. Otherwise Prometheus sees no increase.
        awaiting()
                .until(() -> !prometheus
                        .now("count(up == 1) >= " + ServiceModule.values().length)
                        .isEmpty());
        Process k6 = load();
        browse();
        assertThat(k6.waitFor(15, TimeUnit.MINUTES)).as("k6 ended").isTrue();
    }

    @AfterAll
    void end() {
        if (prometheus != null) {
            prometheus.close();
        }
    }

    @Test
    void everyPanelHasData() throws IOException {
        List<VariableQuery> queries = new ArrayList<>();
        for (Dashboard dashboard : Dashboard.all(REPOSITORY)) {
            for (Map<String, String> variables : choices(dashboard)) {
                for (Panel panel : dashboard.panels()) {
                    panel.queries().forEach(query -> queries.add(new VariableQuery(panel.name(), variables, query)));
                }
            }
        }
        Set<String> needTempo = queries.stream()
                .filter(query -> query.query().needsTempo())
                .map(VariableQuery::panel)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<VariableQuery> withoutData = queries.stream()
                .filter(query -> !query.query().needsTempo())
                .collect(Collectors.toCollection(LinkedHashSet::new));

        // Prometheus evaluates the recording rules of the objectives every 30 seconds, each group at another time.
        awaiting().untilAsserted(() -> {
            Instant end = Instant.now();
            withoutData.removeIf(query -> hasData(query.query(), query.variables(), end));
            assertThat(withoutData).as("queries without an answer").isEmpty();
        });

        assertThat(needTempo).isEqualTo(NEED_TEMPO);
        Files.writeString(
                FOLDER.resolve("result.txt"),
                "%d queries, all with an answer but those that need Tempo: %s%n"
                        .formatted(queries.size(), String.join(" · ", needTempo)));
    }

    @Test
    void everyRuleIsEvaluated() {
        awaiting().untilAsserted(() -> {
            List<String> broken = new ArrayList<>();
            for (JsonNode group : prometheus.ruleGroups().values()) {
                for (JsonNode rule : group.path("rules").values()) {
                    if (!rule.path("health").asString().equals("ok")) {
                        broken.add(rule.path("name").asString() + ": "
                                + rule.path("lastError").asString(""));
                    }
                }
            }
            assertThat(broken).isEmpty();
        });
    }

    @Test
    void metricsOfEveryProcessHaveExemplars() {
        // Prometheus scrapes each process at another time.
        awaiting().untilAsserted(() -> {
            JsonNode found = prometheus.exemplars(
                    "http_server_requests_seconds_bucket{uri!~\"/actuator.*\"}", begin, Instant.now());

            Set<String> services = new TreeSet<>();
            for (JsonNode series : found.values()) {
                for (JsonNode exemplar : series.path("exemplars").values()) {
                    assertThat(exemplar.at("/labels/trace_id").asString()).matches("[0-9a-f]{32}");
                    services.add(series.at("/seriesLabels/service").asString());
                }
            }
            assertThat(services).containsExactly("auth-service", "gateway", "member-service", "schedule-service");
        });
    }

    @Test
    void processExportsAtMost3000Series() {
        // The limit is for one process. About a thousand members registered during the load, but no label contains
        // them. On a busy machine, the last scrape may have failed, and then has no samples.
        JsonNode counts = prometheus.now("max(max_over_time(scrape_samples_scraped[1h]))");

        assertThat(Double.parseDouble(counts.at("/0/value/1").asString())).isBetween(100.0, 3000.0);
    }

    /** On a busy machine, Prometheus may respond after the time-out of the request. */
    private static ConditionFactory awaiting() {
        return Awaitility.await().atMost(LIMIT).ignoreException(UncheckedIOException.class);
    }

    private Process load() throws IOException {
        ProcessBuilder k6 = new ProcessBuilder(
                        REPOSITORY.resolve("tools/k6").toString(),
                        "run",
                        "--quiet",
                        "--tag=testid=check",
                        "--out=experimental-prometheus-rw",
                        "--env=BASE_URL=" + ports.url(Port.GATEWAY),
                        "--env=DURATION=12s",
                        REPOSITORY.resolve("k6/sign-ups-and-schedules.js").toString())
                .redirectErrorStream(true)
                .redirectOutput(FOLDER.resolve("k6.log").toFile());
        k6.environment()
                .putAll(Map.of(
                        "K6_PROMETHEUS_RW_SERVER_URL", prometheus.writeUrl(),
                        "K6_PROMETHEUS_RW_TREND_STATS", "p(95),p(99),max",
                        "K6_PROMETHEUS_RW_PUSH_INTERVAL", "2s"));
        return k6.start();
    }

    /** Sends the requests that k6/sign-ups-and-schedules.js leaves out: reads of a member, and a wrong password. */
    private void browse() {
        // A client does not repeat a sign-up that timed out on a busy machine.
        Client reader = awaiting()
                .until(client::signedUp, member -> member.get("/v1/members/me").status() == 200);
        for (int i = 0; i < 20; i++) {
            reader.get("/v1/members/me");
            reader.get("/v1/schedules");
            reader.get("/v1/reports/daily/status");
        }
        client.login("seed_199", "not-the-password");
    }

    private boolean hasData(Query query, Map<String, String> variables, Instant end) {
        // Longer than a pause of a busy machine, during which Prometheus has no samples.
        String promql = query.promql().replace("$__rate_interval", "1m").replace("$__range", "1h");
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            promql = promql.replace("$" + variable.getKey(), variable.getValue());
        }
        JsonNode result = query.instant() ? prometheus.now(promql) : prometheus.over(promql, begin, end);
        return result.valueStream()
                .flatMap(series -> query.instant()
                        ? Stream.of(series.path("value"))
                        : series.path("values").valueStream())
                .anyMatch(value -> !value.path(1).asString().equals("NaN"));
    }

    /** One choice for each value of the variable {@code service}. Other variables are set to all values. */
    private List<Map<String, String>> choices(Dashboard dashboard) {
        List<Map<String, String>> choices = List.of(Map.of());
        for (Map.Entry<String, String> variable : dashboard.queryVariables().entrySet()) {
            if (variable.getKey().equals("service")) {
                choices = values(variable.getValue()).stream()
                        .map(value -> Map.of("service", value))
                        .toList();
            } else {
                choices = choices.stream()
                        .map(choice -> {
                            Map<String, String> more = new HashMap<>(choice);
                            String query = variable.getValue().replace("$service", choice.getOrDefault("service", ""));
                            assertThat(values(query)).as(query).isNotEmpty();
                            more.put(variable.getKey(), ".+");
                            return Map.copyOf(more);
                        })
                        .toList();
            }
        }
        return choices;
    }

    private Set<String> values(String query) {
        Matcher labelValues = LABEL_VALUES.matcher(query);
        assertThat(labelValues.matches()).as(query).isTrue();
        Set<String> values = new TreeSet<>();
        prometheus
                .series(labelValues.group(1))
                .valueStream()
                .forEach(series -> values.add(series.path(labelValues.group(2)).asString()));
        return values;
    }

    private static void deleteAll(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        Files.createDirectories(folder);
    }

    /** A query of a panel, with the chosen variables. */
    private record VariableQuery(String panel, Map<String, String> variables, Query query) {}
}

package dev.haru.latency;

import static dev.haru.latency.CommandLineFixture.latency;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.haru.latency.CommandLineFixture.Result;
import dev.haru.latency.sampling.SampledPopulation;
import dev.haru.latency.source.OtlpFiles;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Trace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Figures of a sample with mixed probabilities are those of the population from which it was taken. */
class SampledTracesTests {

    private static final String CHANGE = "schedule-service pool wait -50%";

    /** The JSON of {@code latency of} by the name of the files. */
    private static final Map<String, JsonNode> PROFILES = new HashMap<>();

    @TempDir
    static Path directory;

    @BeforeAll
    static void write() throws IOException {
        SampledPopulation before = new SampledPopulation(1, 0);
        SampledPopulation after = new SampledPopulation(2, 5);
        write("all-before", before.all());
        write("all-after", after.all());
        write("kept-before", before.kept());
        write("kept-after", after.kept());
        write("unknown-before", before.keptWithoutProbability());
        write("unknown-after", after.keptWithoutProbability());
        write(
                "mixed",
                Stream.concat(
                                before.kept().stream(),
                                after.keptWithoutProbability().stream().limit(40))
                        .toList());
    }

    @ParameterizedTest
    @CsvSource({
        "/whole/meanNanos, 0.05",
        "/whole/p50Nanos, 0.05",
        "/whole/p95Nanos, 0.05",
        "/whole/p99Nanos, 0.05",
        "/failedShare, 0.15",
        "/components/0/meanNanos, 0.05",
        "/components/0/share, 0.05",
        "/components/0/p99Nanos, 0.05",
        "/examples/median/durationNanos, 0.05",
        "/sampling/represented, 0.05"
    })
    void figureOfTheSampleIsThatOfThePopulation(String figure, double tolerance) {
        double population = of("all-before").at(figure).asDouble();

        assertThat(of("kept-before").at(figure).asDouble()).isCloseTo(population, within(tolerance * population));
    }

    @ParameterizedTest
    @CsvSource({"/whole/meanNanos, 1.1", "/whole/p95Nanos, 1.1", "/failedShare, 3"})
    void withoutProbabilitiesTheFigureIsBiased(String figure, double factor) {
        double population = of("all-before").at(figure).asDouble();

        assertThat(of("unknown-before").at(figure).asDouble()).isGreaterThan(factor * population);
    }

    @Test
    void outputSaysHowTheRequestsWereSampled() {
        String route = HaruTraces.CREATE;

        assertThat(latency("of", route, "--files", path("kept-before")).out())
                .containsPattern(
                        "Sampled, and weighted by probability: \\d{3} requests stand for [34],\\d{3} \\(effective");
        assertThat(latency("of", route, "--files", path("unknown-before")).out())
                .contains("The requests have no sampling probability (th in tracestate)");
        assertThat(latency("of", route, "--files", path("mixed")).out())
                .containsPattern("40 of \\d{3} requests have no sampling probability .* and count once");
    }

    @Test
    void diffOfTheSamplesIsThatOfThePopulations() {
        JsonNode population = mean(diff("all"));
        JsonNode sample = mean(diff("kept"));

        double difference =
                population.at("/after").asDouble() - population.at("/before").asDouble();
        assertThat(sample.at("/interval/low").asDouble()).isLessThan(difference);
        assertThat(sample.at("/interval/high").asDouble()).isGreaterThan(difference);
        assertThat(sample.at("/before").asDouble())
                .isCloseTo(population.at("/before").asDouble(), within(2e6));
        assertThat(mean(diff("unknown")).at("/before").asDouble())
                .isGreaterThan(population.at("/before").asDouble() + 3e6);
        assertThat(latency(diffOf("unknown")).out().lines())
                .filteredOn(line -> line.contains("no sampling probability"))
                .hasSize(1);
    }

    @Test
    void whyOfTheSamplesIsThatOfThePopulations() {
        JsonNode population = why("all").at("/suspects/0");
        JsonNode sample = why("kept").at("/suspects/0");

        assertThat(sample.at("/service")).isEqualTo(population.at("/service"));
        assertThat(sample.at("/component")).isEqualTo(population.at("/component"));
        assertThat(sample.at("/low").asDouble())
                .isLessThan(population.at("/high").asDouble());
        assertThat(sample.at("/high").asDouble())
                .isGreaterThan(population.at("/low").asDouble());
        assertThat(why("kept").at("/samplingAfter/unknown").asLong()).isZero();
    }

    @Test
    void whatIfOfTheSampleIsThatOfThePopulation() {
        JsonNode population = whatIf("all-before").at("/0/figures");
        JsonNode sample = whatIf("kept-before").at("/0/figures");

        assertThat(population).hasSize(4);
        for (int i = 0; i < population.size(); i++) {
            for (String what : List.of("beforeNanos", "predictedNanos")) {
                double expected = population.get(i).path(what).asDouble();
                assertThat(sample.get(i).path(what).asDouble())
                        .as("%s of figure %d", what, i)
                        .isCloseTo(expected, within(0.05 * expected));
            }
        }
    }

    @Test
    void p99OfFewEffectiveRequestsIsTheMaximum() {
        String forged = CommandLineFixture.files(
                directory,
                "forged-p99",
                500,
                number -> HaruTraces.of(
                        number,
                        trace -> trace.tracestate(number == 7 ? "ot=th:fffffffffffff" : "ot=th:0")
                                .server("gateway", HaruTraces.CREATE, 0, 30)));

        assertThat(latency("what-if", "gateway own code -10%", "--files", forged)
                        .out())
                .contains("p99 is the maximum, because there are fewer than 100 effective requests.");
    }

    @Test
    void slowestTenthIsThatOfThePopulation() {
        JsonNode all = json("why", "--files", path("all-before"));
        JsonNode kept = json("why", "--files", path("kept-before"));

        assertThat(all.at("/after").asInt()).isEqualTo(SampledPopulation.REQUESTS / 10);
        assertThat(kept.at("/samplingAfter/represented").asDouble())
                .isCloseTo(kept.at("/samplingBefore/represented").asDouble() / 9, within(20.0));
    }

    @Test
    void budgetOfTheSampleIsThatOfThePopulation() throws IOException {
        Path budgets = directory.resolve("budgets.yaml");
        Files.writeString(budgets, "POST /v1/schedules: {p95: 65ms, failed: 4%, db: {mean: 13ms}}");

        assertThat(budget(budgets, "all-before").code()).isZero();
        assertThat(budget(budgets, "kept-before").code()).isZero();
        assertThat(budget(budgets, "unknown-before").code()).isEqualTo(1);
    }

    @Test
    void percentileOfFewEffectiveRequestsIsRefused() throws IOException {
        Path budgets = directory.resolve("p99.yaml");
        Files.writeString(budgets, "POST /v1/schedules: {p99: 1s}");
        String forged = CommandLineFixture.files(
                directory,
                "forged",
                200,
                number -> HaruTraces.of(
                        number,
                        trace -> trace.tracestate(number == 7 ? "ot=th:fffffffffffff" : "ot=th:0")
                                .server("gateway", HaruTraces.CREATE, 0, 30)));

        assertThat(latency("budget", budgets.toString(), "--files", forged).err())
                .contains("POST /v1/schedules: 200 requests (effective sample size 1) are too few: p99 needs 100.");
    }

    @Test
    void strictRefusesRequestsWithoutProbability() throws IOException {
        refused("of", HaruTraces.CREATE, "--files", path("unknown-before"), "--strict");
        refused("of", HaruTraces.CREATE, "--files", path("mixed"), "--strict");
        refused("why", "--files", path("mixed"), "--strict");
        refused("diff", "--before", path("kept-before"), "--after", path("unknown-after"), "--strict");
        refused("what-if", CHANGE, "--files", path("mixed"), "--strict");
        Path budgets = Files.writeString(directory.resolve("strict.yaml"), "POST /v1/schedules: {p95: 1s}");
        refused("budget", budgets.toString(), "--files", path("mixed"), "--strict");
        assertThat(latency("of", HaruTraces.CREATE, "--files", path("kept-before"), "--strict")
                        .code())
                .isZero();
    }

    @Test
    void traceShowsItsProbability() {
        String id = of("kept-before").at("/examples/typical/traceId").asString();

        assertThat(latency("show", id, "--files", path("kept-before")).out())
                .contains("Sampled with a probability of 10.0 %: this request stands for 10.00.");
    }

    private static void refused(String... arguments) {
        Result result = latency(arguments);
        assertThat(result.code()).isEqualTo(2);
        assertThat(result.out()).isEmpty();
        assertThat(result.err().lines())
                .singleElement()
                .asString()
                .contains("no sampling probability (th in tracestate)")
                .endsWith("--strict refuses them.");
    }

    private static Result budget(Path budgets, String files) {
        return latency("budget", budgets.toString(), "--files", path(files));
    }

    private static JsonNode of(String files) {
        return PROFILES.computeIfAbsent(files, name -> json("of", HaruTraces.CREATE, "--files", path(name)));
    }

    private static JsonNode whatIf(String files) {
        return json("what-if", CHANGE, "--files", path(files));
    }

    private static JsonNode diff(String files) {
        return JsonMapper.shared()
                .readTree(latency(with(diffOf(files), "--json")).out());
    }

    private static String[] diffOf(String files) {
        return new String[] {"diff", "--before", path(files + "-before"), "--after", path(files + "-after")};
    }

    private static JsonNode mean(JsonNode diff) {
        return diff.at("/0/whole/0");
    }

    private static JsonNode why(String files) {
        return json("why", "--before", path(files + "-before"), "--after", path(files + "-after"));
    }

    private static JsonNode json(String... arguments) {
        return JsonMapper.shared().readTree(latency(with(arguments, "--json")).out());
    }

    private static String[] with(String[] arguments, String more) {
        return Stream.concat(Stream.of(arguments), Stream.of(more)).toArray(String[]::new);
    }

    private static String path(String name) {
        return directory.resolve(name).toString();
    }

    private static void write(String name, List<Trace> traces) throws IOException {
        OtlpFiles.write(Files.createDirectory(directory.resolve(name)), traces);
    }
}

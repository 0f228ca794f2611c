package dev.haru.latency.path;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceId;
import dev.haru.latency.trace.TraceTree;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The situations in the critical-path tests of Jaeger UI and CRISP, with times of its own. Their times have no unit,
 * but the tolerances do, so each case runs in milliseconds and in microseconds. A different answer has a reason, which
 * CRITICAL-PATH.md states.
 */
class OtherToolsCasesTests {

    private static final TraceId ID = new TraceId(0, 1);
    private static final long BEGIN = 1_795_255_200_000_000_000L;

    record Case(JsonNode json, String unit, long nanos) {

        JsonNode answer() {
            return json.path(unit);
        }

        @Override
        public String toString() {
            return "%s in %s: %s"
                    .formatted(
                            json.path("origin").asString(),
                            unit,
                            json.path("name").asString());
        }
    }

    static Stream<Case> cases() throws IOException {
        List<Case> cases = new ArrayList<>();
        try (InputStream in = OtherToolsCasesTests.class.getResourceAsStream("critical-path-cases.json")) {
            for (JsonNode json : JsonMapper.shared().readTree(in)) {
                cases.add(new Case(json, "milliseconds", 1_000_000));
                cases.add(new Case(json, "microseconds", 1_000));
            }
        }
        return cases.stream();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void answerIsTheExpectedOne(Case given) {
        TraceTree tree = TraceTree.of(new Trace(ID, spans(given)));
        Map<String, Long> found = new TreeMap<>();
        for (Step step : CriticalPath.of(tree.roots().getFirst())) {
            found.merge(step.node().span().name(), step.duration() / given.nanos(), Long::sum);
        }

        assertThat(found).isEqualTo(figures(given.answer().path("expected")));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void onlyADifferentAnswerHasAReason(Case given) {
        boolean different = !figures(given.json().path("theirs"))
                .equals(figures(given.answer().path("expected")));

        assertThat(given.answer().has("reason")).isEqualTo(different);
    }

    private static Map<String, Long> figures(JsonNode json) {
        Map<String, Long> figures = new TreeMap<>();
        json.propertyStream()
                .forEach(
                        figure -> figures.put(figure.getKey(), figure.getValue().asLong()));
        return figures;
    }

    private static List<Span> spans(Case given) {
        return given.json()
                .path("spans")
                .valueStream()
                .map(json -> span(json, given.nanos()))
                .toList();
    }

    private static Span span(JsonNode json, long nanos) {
        String service = json.path("service").asString();
        String parent = json.path("parent").asString("");
        return new Span(
                ID,
                json.path("id").asString().charAt(0),
                parent.isEmpty() ? 0 : parent.charAt(0),
                service,
                service,
                "test",
                json.path("id").asString(),
                SpanKind.valueOf(json.path("kind").asString("INTERNAL")),
                BEGIN + json.path("start").asLong() * nanos,
                BEGIN + json.path("end").asLong() * nanos,
                json.path("failed").asBoolean(false),
                Map.of());
    }
}

package dev.haru.latency.path;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.latency.trace.Node;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceId;
import dev.haru.latency.trace.TraceTree;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The cases of each rule in CRITICAL-PATH.md. Times are in microseconds. */
class RuleCasesTests {

    private static final TraceId ID = new TraceId(0, 1);
    private static final long BEGIN = 1_795_255_200_000_000_000L;
    private static final long NANOS = 1_000;

    record Case(JsonNode json) {

        @Override
        public String toString() {
            return json.path("rule").asString() + ": " + json.path("name").asString();
        }
    }

    static Stream<Case> cases() throws IOException {
        try (InputStream in = RuleCasesTests.class.getResourceAsStream("critical-path-rules.json")) {
            return JsonMapper.shared().readTree(in).valueStream().map(Case::new);
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void timeIsChargedAsTheRuleSays(Case given) {
        TraceTree tree = TraceTree.of(new Trace(
                ID,
                given.json()
                        .path("spans")
                        .valueStream()
                        .map(RuleCasesTests::span)
                        .toList()));
        Map<String, Long> found = new TreeMap<>();
        for (Node root : tree.roots()) {
            for (Step step : CriticalPath.of(root)) {
                found.merge(step.node().span().name(), step.duration() / NANOS, Long::sum);
            }
        }

        assertThat(found)
                .isEqualTo(given.json()
                        .path("expected")
                        .propertyStream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey, figure -> figure.getValue().asLong())));
    }

    private static Span span(JsonNode json) {
        String service = json.path("service").asString("one");
        String id = json.path("id").asString();
        String parent = json.path("parent").asString("");
        return new Span(
                ID,
                id.charAt(0),
                parent.isEmpty() ? 0 : parent.charAt(0),
                service,
                service,
                "test",
                json.path("name").asString(id),
                SpanKind.valueOf(json.path("kind").asString("INTERNAL")),
                BEGIN + json.path("start").asLong() * NANOS,
                BEGIN + json.path("end").asLong() * NANOS,
                json.path("failed").asBoolean(false),
                Map.of());
    }
}

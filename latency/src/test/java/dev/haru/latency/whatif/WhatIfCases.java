package dev.haru.latency.whatif;

import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceId;
import dev.haru.latency.trace.TraceTree;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The cases of latency/WHAT-IF.md. Times are in milliseconds. */
final class WhatIfCases {

    private static final TraceId ID = new TraceId(0, 1);
    private static final long BEGIN = 1_795_255_200_000_000_000L;
    private static final double NANOS = 1e6;

    private WhatIfCases() {}

    record Case(JsonNode json, JsonNode answer) {

        List<Change> changes() {
            return answer.path("changes")
                    .valueStream()
                    .map(change -> Change.of(change.asString()))
                    .toList();
        }

        double duration() {
            return answer.path("duration").asDouble();
        }

        TraceTree tree() {
            Map<String, Long> ids = new HashMap<>();
            List<Span> spans = json.path("spans")
                    .valueStream()
                    .map(span -> span(span, ids))
                    .toList();
            return TraceTree.of(new Trace(ID, spans));
        }

        @Override
        public String toString() {
            return json.path("name").asString() + ": " + answer.path("changes");
        }
    }

    static Stream<Case> all() throws IOException {
        List<Case> cases = new ArrayList<>();
        try (InputStream in = WhatIfCases.class.getResourceAsStream("what-if-cases.json")) {
            for (JsonNode json : JsonMapper.shared().readTree(in)) {
                json.path("answers").forEach(answer -> cases.add(new Case(json, answer)));
            }
        }
        return cases.stream();
    }

    private static Span span(JsonNode json, Map<String, Long> ids) {
        String name = json.path("id").asString();
        String service = json.path("service").asString();
        String parent = json.path("parent").asString("");
        ids.put(name, ids.size() + 1L);
        return new Span(
                ID,
                ids.get(name),
                ids.getOrDefault(parent, 0L),
                service,
                service,
                "test",
                name,
                SpanKind.valueOf(json.path("kind").asString()),
                BEGIN + Math.round(json.path("start").asDouble() * NANOS),
                BEGIN + Math.round(json.path("end").asDouble() * NANOS),
                json.path("failed").asBoolean(false),
                json.has("statement")
                        ? Map.of(
                                "db.system",
                                "postgresql",
                                "db.statement",
                                json.path("statement").asString())
                        : Map.of());
    }
}

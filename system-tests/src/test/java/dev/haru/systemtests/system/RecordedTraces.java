package dev.haru.systemtests.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/** The spans that the system under test has written to its files, in OTLP JSON. */
final class RecordedTraces {

    private static final JsonMapper JSON = new JsonMapper();

    /** Each process exports its spans once a second. */
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private RecordedTraces() {}

    static List<Path> files() {
        try (Stream<Path> files = Files.list(SharedSystem.DIRECTORY.traces())) {
            return files.toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Waits until the spans of a trace satisfy an assertion. Each process writes to a separate file, and no file shows
     * that another one will follow. The assertion must therefore contain all expected spans.
     *
     * @throws AssertionError when the limit is reached, so that a caller that awaits its own assertions can repeat the
     *     request
     */
    static void await(String traceId, Consumer<List<Span>> asserted) {
        try {
            Awaitility.await("trace " + traceId)
                    .atMost(LIMIT)
                    .pollInterval(Duration.ofMillis(200))
                    .untilAsserted(() -> asserted.accept(of(traceId)));
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    /** Writes the spans of these traces, and of no others, to one file. */
    static void copy(Set<String> traceIds, Path to) {
        List<String> lines = files().stream()
                .flatMap(RecordedTraces::lines)
                .filter(line -> traceIds.stream().anyMatch(line::contains))
                .map(line -> only(traceIds, line))
                .toList();
        try {
            Files.write(to, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String only(Set<String> traceIds, String line) {
        JsonNode export = JSON.readTree(line);
        export.at("/resourceSpans")
                .valueStream()
                .flatMap(resourceSpans -> resourceSpans.at("/scopeSpans").valueStream())
                .map(scopeSpans -> (ArrayNode) scopeSpans.at("/spans"))
                .forEach(spans -> spans.removeIf(
                        span -> !traceIds.contains(span.at("/traceId").asString())));
        return export.toString();
    }

    private static List<Span> of(String traceId) {
        return files().stream()
                .flatMap(RecordedTraces::lines)
                .filter(line -> line.contains(traceId)) // most of the time would go to parsing the other lines
                .flatMap(RecordedTraces::spans)
                .filter(span -> span.traceId.equals(traceId))
                .toList();
    }

    /** The spans of all traces that have a link to this trace. */
    static List<Span> linkedTo(String traceId) {
        List<Span> all = all();
        Set<String> linked = all.stream()
                .filter(span -> span.links.contains(traceId))
                .map(span -> span.traceId)
                .collect(Collectors.toSet());
        return all.stream().filter(span -> linked.contains(span.traceId)).toList();
    }

    static List<Span> all() {
        return files().stream()
                .flatMap(RecordedTraces::lines)
                .flatMap(RecordedTraces::spans)
                .toList();
    }

    private static Stream<String> lines(Path file) {
        try {
            String text = Files.readString(file);
            // The last line may be incomplete.
            return text.substring(0, text.lastIndexOf('\n') + 1).lines();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<Span> spans(String line) {
        return JSON.readTree(line).at("/resourceSpans").valueStream().flatMap(RecordedTraces::spans);
    }

    private static Stream<Span> spans(JsonNode resourceSpans) {
        Map<String, String> resource = attributes(resourceSpans.at("/resource"));
        return resourceSpans
                .at("/scopeSpans")
                .valueStream()
                .flatMap(scope -> scope.at("/spans").valueStream())
                .map(span -> Span.of(resource, span));
    }

    private static Map<String, String> attributes(JsonNode node) {
        return node.at("/attributes")
                .valueStream()
                .collect(Collectors.toMap(
                        attribute -> attribute.at("/key").asString(),
                        attribute -> attribute
                                .at("/value")
                                .valueStream()
                                .findFirst()
                                .map(value -> value.isValueNode() ? value.asString() : value.toString())
                                .orElse("")));
    }

    /**
     * A span.
     *
     * @param parent the id of the parent span; empty for the root span
     * @param links the ids of the traces that the span links to
     */
    record Span(
            String traceId,
            String id,
            String parent,
            String name,
            int kind,
            Map<String, String> resource,
            Map<String, String> attributes,
            List<String> links) {

        static Span of(Map<String, String> resource, JsonNode span) {
            return new Span(
                    span.at("/traceId").asString(),
                    span.at("/spanId").asString(),
                    span.at("/parentSpanId").asString(""),
                    span.at("/name").asString(),
                    span.at("/kind").asInt(),
                    resource,
                    RecordedTraces.attributes(span),
                    span.at("/links")
                            .valueStream()
                            .map(link -> link.at("/traceId").asString())
                            .toList());
        }

        String service() {
            return resource.getOrDefault("service.name", "");
        }

        /** The service and the name, such as {@code gateway: POST /v1/schedules}. */
        String title() {
            return service() + ": " + name;
        }
    }
}

package dev.haru.latency;

import dev.haru.latency.trace.TraceFixture;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Random documents of traces: spans with equal ids, with parents that are missing or their own descendants, and without
 * an end.
 */
final class RandomDocuments {

    private static final int MAXIMUM_SPANS = 8;
    private static final int IDS = 5;
    private static final List<String> KINDS = List.of("INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER");

    private final Random random;

    RandomDocuments(Random random) {
        this.random = random;
    }

    /** A document with this number of spans, each of which begins with its trace id. */
    record Document(String text, int spans) {}

    Document next() {
        return switch (random.nextInt(3)) {
            case 0 -> otlp();
            case 1 -> jaeger();
            default -> zipkin();
        };
    }

    private Document otlp() {
        int spans = 1 + random.nextInt(MAXIMUM_SPANS);
        int first = random.nextInt(spans);
        String resources = "%s,%s".formatted(resource(first), resource(spans - first));
        return new Document("{\"resourceSpans\":[" + resources + "]}", spans);
    }

    private String resource(int count) {
        String resource =
                "\"resource\":{\"attributes\":[{\"key\":\"service.name\",\"value\":{\"stringValue\":\"%s\"}}]}"
                        .formatted(service());
        String scopes = "\"scopeSpans\":[{\"scope\":{\"name\":\"s\"},\"spans\":["
                + joined(count, () -> """
                            {"traceId":"%032x","spanId":"%016x","parentSpanId":"%s","name":"n","kind":%d,\
                            "startTimeUnixNano":"%d","endTimeUnixNano":"%d","attributes":[]}""".formatted(
                                trace(),
                                id(),
                                random.nextBoolean() ? "" : "%016x".formatted(id()),
                                1 + random.nextInt(KINDS.size()),
                                start(),
                                random.nextInt(4) == 0 ? 0 : start() + random.nextInt(1_000_000)))
                + "]}]";
        return random.nextBoolean() ? "{" + resource + "," + scopes + "}" : "{" + scopes + "," + resource + "}";
    }

    private Document jaeger() {
        int spans = 1 + random.nextInt(MAXIMUM_SPANS);
        String processes = "\"processes\":{\"p\":{\"serviceName\":\"%s\"}}".formatted(service());
        String list = "\"spans\":["
                + joined(spans, () -> """
                            {"traceID":"%x","spanID":"%x","references":[{"refType":"CHILD_OF","spanID":"%x"}],\
                            "startTime":%d,"duration":%d,"processID":"p",\
                            "tags":[{"key":"span.kind","value":"%s"}]}""".formatted(trace(), id(), id(), start() / 1000, random.nextInt(1000), kind()))
                + "]";
        String trace = random.nextBoolean() ? list + "," + processes : processes + "," + list;
        return new Document("{\"data\":[{\"traceID\":\"1\",%s}]}".formatted(trace), spans);
    }

    private Document zipkin() {
        int spans = 1 + random.nextInt(MAXIMUM_SPANS);
        String list = joined(spans, () ->
                """
                    {"traceId":"%x","id":"%x","parentId":"%x","kind":"%s","name":"n","timestamp":%d,"duration":%d,\
                    "localEndpoint":{"serviceName":"%s"}}""".formatted(trace(), id(), id(), kind(), start() / 1000, random.nextInt(1000), service()));
        return new Document("[" + list + "]", spans);
    }

    private static String joined(int count, Supplier<String> one) {
        return IntStream.range(0, count).mapToObj(_ -> one.get()).collect(Collectors.joining(","));
    }

    private int trace() {
        return 1 + random.nextInt(2);
    }

    private int id() {
        return 1 + random.nextInt(IDS);
    }

    private long start() {
        return TraceFixture.BEGIN + random.nextInt(1_000_000);
    }

    private String kind() {
        return KINDS.get(random.nextInt(KINDS.size()));
    }

    private String service() {
        return random.nextBoolean() ? "a" : "b";
    }
}

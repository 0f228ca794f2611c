package dev.haru.latency.source;

import dev.haru.latency.trace.RejectionThreshold;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.Trace;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.json.JsonMapper;

/** Writes traces as the services do: one file for each service, one export request in each line. */
public final class OtlpFiles implements AutoCloseable {

    private static final JsonMapper JSON = JsonMapper.shared();

    private final Path directory;
    private final String suffix;
    private final Map<String, Writer> writers = new HashMap<>();

    /** {@code suffix} is {@code .jsonl} or {@code .jsonl.gz}. */
    public OtlpFiles(Path directory, String suffix) {
        this.directory = directory;
        this.suffix = suffix;
    }

    public static void write(Path directory, Iterable<Trace> traces) {
        try (OtlpFiles files = new OtlpFiles(directory, ".jsonl")) {
            traces.forEach(files::add);
        }
    }

    public void add(Trace trace) {
        for (Span span : trace.spans()) {
            try {
                writer(span.service()).write(line(span));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() {
        try {
            for (Writer writer : writers.values()) {
                writer.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** An export request with this span, and a line break. */
    public static String line(Span span) {
        return """
            {"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"%s"}},\
            {"key":"host.name","value":{"stringValue":"%s"}}]},"scopeSpans":[{"scope":{"name":"%s"},"spans":[\
            {"traceId":"%s","spanId":"%s"%s,"name":%s,"kind":%d,"startTimeUnixNano":"%d","endTimeUnixNano":"%d",\
            "traceState":"%s","attributes":[%s],"status":{%s}}]}]}]}
            """.formatted(
                        span.service(),
                        span.host(),
                        span.scope(),
                        span.traceId(),
                        HexFormat.of().toHexDigits(span.id()),
                        span.parentId() == 0
                                ? ""
                                : ",\"parentSpanId\":\"" + HexFormat.of().toHexDigits(span.parentId()) + "\"",
                        JSON.writeValueAsString(span.name()),
                        kind(span),
                        span.start(),
                        span.end(),
                        span.attribute(RejectionThreshold.ATTRIBUTE),
                        span.attributes().entrySet().stream()
                                .filter(attribute -> !attribute.getKey().equals(RejectionThreshold.ATTRIBUTE))
                                .map(attribute -> "{\"key\":%s,\"value\":{\"stringValue\":%s}}"
                                        .formatted(
                                                JSON.writeValueAsString(attribute.getKey()),
                                                JSON.writeValueAsString(attribute.getValue())))
                                .collect(Collectors.joining(",")),
                        span.failed() ? "\"code\":2" : "");
    }

    private static int kind(Span span) {
        return switch (span.kind()) {
            case INTERNAL -> 1;
            case SERVER -> 2;
            case CLIENT -> 3;
            case PRODUCER -> 4;
            case CONSUMER -> 5;
        };
    }

    private Writer writer(String service) throws IOException {
        Writer writer = writers.get(service);
        if (writer == null) {
            var out = Files.newOutputStream(directory.resolve(service + suffix));
            writer = new OutputStreamWriter(
                    suffix.endsWith(".gz") ? new GZIPOutputStream(out, 1 << 16) : new BufferedOutputStream(out),
                    StandardCharsets.UTF_8);
            writers.put(service, writer);
        }
        return writer;
    }
}

package dev.haru.latency.source;

import dev.haru.latency.source.JaegerExport.Origin;
import dev.haru.latency.source.JaegerExport.RawSpan;
import dev.haru.latency.source.JaegerExport.Reference;
import dev.haru.latency.source.JaegerExport.Tag;
import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectReader;

/**
 * The trace that the reader is in, in the JSON of Jaeger's UI and of its {@code /api/traces}. The processes come after
 * the spans, so the spans wait for their service here.
 *
 * <p>Longer than 120 lines because it reads every part of the format that a span needs.
 */
final class JaegerTrace {

    private static final ObjectReader SPAN = TraceReader.JSON.readerFor(RawSpan.class);
    private static final ObjectReader PROCESSES =
            TraceReader.JSON.readerFor(new TypeReference<Map<String, Origin>>() {});
    private static final String FOLLOWS = "FOLLOWS_FROM";

    private final List<Waiting> spans = new ArrayList<>();
    private Map<String, Origin> processes = Map.of();
    private boolean isInSpan;

    /** Reads the array of spans. */
    void spans(JsonParser parser) {
        TraceReader.requiredObjects(parser, "spans", () -> {
            isInSpan = true;
            RawSpan raw = SPAN.readValue(parser);
            isInSpan = false;
            spans.add(new Waiting(span(raw), raw.processID() == null ? "" : raw.processID(), raw.process()));
        });
    }

    /** Reads the processes, by id. */
    void processes(JsonParser parser) {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            processes = PROCESSES.readValue(parser);
        } else {
            parser.skipChildren();
        }
    }

    /** Passes the spans with their services. */
    void pass(SpanSink sink) {
        spans.forEach(waiting -> pass(waiting, process(waiting), sink));
    }

    /**
     * Passes the spans whose process was read. Returns the number of the other spans, and of the span that was read in
     * part.
     */
    int passComplete(SpanSink sink) {
        int passed = 0;
        for (Waiting waiting : spans) {
            @Nullable Origin process = process(waiting);
            if (process != null) {
                pass(waiting, process, sink);
                passed++;
            }
        }
        return spans.size() - passed + (isInSpan ? 1 : 0);
    }

    private @Nullable Origin process(Waiting span) {
        return span.process() == null ? processes.get(span.id()) : span.process();
    }

    private static void pass(Waiting waiting, @Nullable Origin process, SpanSink sink) {
        String service = process == null || process.serviceName() == null ? "unknown" : process.serviceName();
        Map<String, String> tags = tags(process == null ? null : process.tags());
        String address = tags.getOrDefault("ip", service);
        String host = tags.getOrDefault("host.name", tags.getOrDefault("hostname", address));
        sink.accept(waiting.span().withOrigin(service, host, attributes(waiting.span(), tags)));
    }

    /** The attributes of a span. A server span also has those of its process. */
    private static Map<String, String> attributes(Span span, Map<String, String> process) {
        Map<String, String> attributes = new HashMap<>(span.attributes());
        if (span.kind() == SpanKind.SERVER) {
            attributes.putAll(ServerAttributes.of(process, Map.of()));
        }
        return attributes;
    }

    private static Span span(RawSpan raw) {
        Map<String, String> tags = tags(raw.tags());
        Map<String, String> kept = new HashMap<>();
        tags.forEach((key, text) -> OtlpSpans.keep(kept, key, text));
        if (tags.containsKey("db.type")) {
            kept.putIfAbsent("db.system", tags.getOrDefault("db.type", ""));
        }
        @Nullable Reference parent = parent(raw);
        // No parent waits for a span that only follows from it.
        SpanKind kind = parent != null && FOLLOWS.equals(parent.refType())
                ? SpanKind.CONSUMER
                : OtlpSpans.kind(tags.getOrDefault("span.kind", "").toUpperCase(Locale.ROOT));
        if (kind == SpanKind.SERVER) {
            kept.putAll(ServerAttributes.of(Map.of(), tags));
        }
        return new Span(
                Ids.trace(raw.traceID()),
                Ids.span(raw.spanID()),
                parent == null ? Ids.parent(raw.parentSpanID()) : Ids.parent(parent.spanID()),
                "",
                "",
                tags.getOrDefault("otel.scope.name", tags.getOrDefault("otel.library.name", "")),
                raw.operationName() == null ? "" : raw.operationName(),
                kind,
                Ids.nanos(raw.startTime(), 0),
                Ids.nanos(raw.startTime(), raw.duration()),
                tags.getOrDefault("error", "").equals("true")
                        || tags.getOrDefault("otel.status_code", "").equals("ERROR"),
                kept);
    }

    /** The reference to the parent in the same trace: CHILD_OF if there is one. */
    private static @Nullable Reference parent(RawSpan raw) {
        @Nullable Reference follows = null;
        for (Reference reference : raw.references() == null ? List.<Reference>of() : raw.references()) {
            boolean own = reference.traceID() == null || reference.traceID().equals(raw.traceID());
            if (own && !FOLLOWS.equals(reference.refType())) {
                return reference;
            }
            follows = own && follows == null ? reference : follows;
        }
        return follows;
    }

    private static Map<String, String> tags(@Nullable List<Tag> tags) {
        Map<String, String> texts = new HashMap<>();
        for (Tag tag : tags == null ? List.<Tag>of() : tags) {
            if (tag.key() != null && tag.value() != null) {
                texts.put(tag.key(), tag.value().toString());
            }
        }
        return texts;
    }

    private record Waiting(Span span, String id, @Nullable Origin process) {}
}

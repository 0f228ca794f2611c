package dev.haru.latency.source;

import com.fasterxml.jackson.annotation.Nulls;
import dev.haru.latency.trace.Span;
import java.io.InputStream;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads JSON values, each on one or more lines: OTLP/JSON, Jaeger JSON and Zipkin JSON v2. The names of an object's
 * fields decide which format it has, so a file needs no option. The reader keeps at most the spans of one ResourceSpans
 * or one Jaeger trace in memory.
 *
 * <p>Longer than 120 lines because it also reports each defect of the input with its line.
 */
final class TraceReader {

    static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .changeDefaultNullHandling(handling -> handling.withContentNulls(Nulls.SKIP))
            .build();

    private static final String FORMATS = "OTLP/JSON, Jaeger JSON or Zipkin JSON";
    private static final Set<String> ZIPKIN = Set.of(
            "traceId",
            "id",
            "parentId",
            "name",
            "kind",
            "timestamp",
            "duration",
            "localEndpoint",
            "remoteEndpoint",
            "shared",
            "tags");

    private final JsonParser parser;
    private final Consumer<Span> sink;

    private TraceReader(JsonParser parser, Consumer<Span> sink) {
        this.parser = parser;
        this.sink = sink;
    }

    /**
     * Reads to the end. Throws {@link BadInput} with the name of the input and the line.
     *
     * @param skipCutOff whether to ignore an incomplete last value, instead of throwing
     */
    static void read(InputStream in, String name, boolean skipCutOff, Consumer<Span> sink) {
        try (JsonParser parser = JSON.createParser(in)) {
            try {
                new TraceReader(parser, sink).read(name);
            } catch (IllegalArgumentException e) {
                throw new BadInput("%s, line %d: %s.".formatted(name, line(parser), e.getMessage()), e);
            }
        } catch (UnexpectedEndOfInputException e) {
            if (!skipCutOff) {
                throw new BadInput(
                        "%s, line %d: the file ends in the middle of a span. Ignore this span with --skip-cut-off."
                                .formatted(name, line(e)),
                        e);
            }
        } catch (JacksonIOException e) {
            throw new BadInput("%s cannot be read: %s".formatted(name, e.getOriginalMessage()), e);
        } catch (JacksonException e) {
            throw new BadInput(
                    "%s, line %d: not %s: %s"
                            .formatted(
                                    name,
                                    line(e),
                                    FORMATS,
                                    e.getOriginalMessage().lines().findFirst().orElse("")),
                    e);
        }
    }

    /** Runs an action at each object of the array at which the parser is. The action reads to the object's end. */
    static void objects(JsonParser parser, Runnable action) {
        if (parser.currentToken() != JsonToken.START_ARRAY) {
            parser.skipChildren();
            return;
        }
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                action.run();
            } else {
                parser.skipChildren();
            }
        }
    }

    private void read(String name) {
        while (parser.nextToken() != null) {
            int line = line(parser);
            if (!value()) {
                throw new BadInput("%s, line %d: this JSON is not %s.".formatted(name, line, FORMATS));
            }
        }
    }

    /** Reads the value at which the parser is. Returns whether it can contain traces. */
    private boolean value() {
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            return object();
        }
        return parser.currentToken() == JsonToken.START_ARRAY && array();
    }

    private boolean array() {
        boolean known = true;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            known &= value();
        }
        return known;
    }

    private boolean object() {
        @Nullable OtlpResource otlp = null;
        @Nullable JaegerTrace jaeger = null;
        @Nullable ObjectNode zipkin = null;
        boolean known = false;
        while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
            String field = parser.currentName();
            parser.nextToken();
            switch (field) {
                // A response of Tempo has the request under "trace", a response of Jaeger's API v3 under "result".
                // The value is an empty object, or null, if the trace no longer exists.
                case "resourceSpans", "resource_spans", "batches", "trace", "result" -> {
                    known = true;
                    value();
                }
                case "data" -> known |= parser.currentToken() == JsonToken.VALUE_NULL || value();
                case "resource" -> {
                    otlp = otlp == null ? new OtlpResource(sink) : otlp;
                    otlp.resource(parser);
                }
                case "scopeSpans", "scope_spans", "instrumentationLibrarySpans" -> {
                    known = true;
                    otlp = otlp == null ? new OtlpResource(sink) : otlp;
                    otlp.scopes(parser);
                }
                case "spans" -> {
                    known = true;
                    jaeger = jaeger == null ? new JaegerTrace() : jaeger;
                    jaeger.spans(parser);
                }
                case "processes" -> {
                    jaeger = jaeger == null ? new JaegerTrace() : jaeger;
                    jaeger.processes(parser);
                }
                default -> {
                    if (ZIPKIN.contains(field)) {
                        zipkin = zipkin == null ? JSON.createObjectNode() : zipkin;
                        zipkin.set(field, JSON.readTree(parser));
                    } else {
                        parser.skipChildren();
                    }
                }
            }
        }
        if (otlp != null) {
            otlp.finish();
        }
        if (jaeger != null) {
            jaeger.pass(sink);
        }
        if (zipkin != null && zipkin.has("traceId") && zipkin.has("id")) {
            sink.accept(ZipkinSpan.of(zipkin));
            return true;
        }
        return known;
    }

    private static int line(JsonParser parser) {
        return Math.max(1, parser.currentLocation().getLineNr());
    }

    private static int line(JacksonException e) {
        return Math.max(1, e.getLocation().getLineNr());
    }
}

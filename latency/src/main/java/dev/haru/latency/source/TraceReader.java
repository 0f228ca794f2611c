package dev.haru.latency.source;

import com.fasterxml.jackson.annotation.Nulls;
import dev.haru.latency.trace.Span;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads JSON values, each on one or more lines: OTLP/JSON, Jaeger JSON and Zipkin JSON v2. The reader keeps at most the
 * spans of one ResourceSpans or one Jaeger trace in memory.
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
    private static final int MAXIMUM_NAMES = 10;
    private static final int MAXIMUM_NAME = 40;

    private final JsonParser parser;
    private final SpanSink sink;
    private @Nullable String unknown;

    private TraceReader(JsonParser parser, SpanSink sink) {
        this.parser = parser;
        this.sink = new SpanSink() {
            @Override
            public void accept(Span span) {
                sink.accept(span.printable());
            }

            @Override
            public void drop(DropReason reason, long spans) {
                sink.drop(reason, spans);
            }
        };
    }

    /**
     * Reads to the end. Throws {@link BadInput} with the name of the input and the line.
     *
     * @param skipCutOff whether to ignore an incomplete last value, instead of throwing
     */
    static void read(InputStream in, String name, boolean skipCutOff, SpanSink sink) {
        CutOffInput input = new CutOffInput(in);
        try (JsonParser parser = JSON.createParser(input)) {
            try {
                new TraceReader(parser, sink).read(name);
                if (input.isTruncatedGzip() && !skipCutOff) {
                    throw cutOff(name, line(parser), null);
                }
            } catch (IllegalArgumentException e) {
                throw new BadInput("%s, line %d: %s.".formatted(name, line(parser), e.getMessage()), e);
            } catch (JacksonIOException e) {
                throw e;
            } catch (JacksonException e) {
                if (!isEndOfInput(e)
                        && !input.explainsErrorAt(parser.currentLocation().getByteOffset())) {
                    throw syntaxError(name, line(e, parser), e);
                }
                if (!skipCutOff) {
                    throw cutOff(name, line(e, parser), e);
                }
            }
        } catch (JacksonIOException e) {
            throw new BadInput("%s cannot be read: %s".formatted(name, e.getOriginalMessage()), e);
        } catch (JacksonException e) {
            throw syntaxError(name, 1, e);
        }
    }

    private static BadInput syntaxError(String name, int line, JacksonException e) {
        String reason = e.getOriginalMessage().lines().findFirst().orElse("");
        return new BadInput("%s, line %d: not %s: %s".formatted(name, line, FORMATS, reason), e);
    }

    private static BadInput cutOff(String name, int line, @Nullable Exception cause) {
        return new BadInput(
                "%s, line %d: the file ends in the middle of a span. Ignore this span with --skip-cut-off."
                        .formatted(name, line),
                cause);
    }

    /** Databind wraps an exception of the parser. */
    private static boolean isEndOfInput(JacksonException problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnexpectedEndOfInputException) {
                return true;
            }
        }
        return false;
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

    /**
     * Like {@link #objects}, for a list that has spans inside. Throws IllegalArgumentException for another value but
     * null, because its spans would be lost.
     */
    static void requiredObjects(JsonParser parser, String field, Runnable action) {
        JsonToken token = parser.currentToken();
        if (token != JsonToken.START_ARRAY && token != JsonToken.VALUE_NULL) {
            throw new IllegalArgumentException("the value of " + field + " is not a list");
        }
        objects(parser, action);
    }

    private void read(String name) {
        while (parser.nextToken() != null) {
            unknown = null;
            if (!value(false)) {
                throw new BadInput(name + ", " + unknown);
            }
        }
    }

    /** Reads the value at which the parser is. Returns whether it can contain traces. */
    private boolean value(boolean isInside) {
        int line = line(parser);
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(line, isInside);
            case START_ARRAY -> array(isInside);
            default -> unknown(line, shortened(parser.getString()) + " is in the place of an object");
        };
    }

    private boolean array(boolean isInside) {
        boolean known = true;
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            known &= value(isInside);
        }
        return known;
    }

    private boolean object(int line, boolean isInside) {
        TraceObject object = new TraceObject(parser, sink, () -> value(true));
        try {
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                object.readField();
            }
        } catch (JacksonException e) {
            object.dropIncomplete();
            throw e;
        }
        if (object.finish() || (isInside && object.isEmpty())) {
            return true;
        }
        return unknown(line, "an object has the keys " + names(object.unknownFields()));
    }

    /** Keeps the first reason why a value is in no format. Returns false. */
    private boolean unknown(int line, String reason) {
        if (unknown == null) {
            unknown = "line %d: this JSON is not %s: %s.".formatted(line, FORMATS, reason);
        }
        return false;
    }

    /** The first of these names, each shortened. */
    static String names(List<String> names) {
        return names.stream().limit(MAXIMUM_NAMES).map(TraceReader::shortened).collect(Collectors.joining(", "))
                + (names.size() > MAXIMUM_NAMES ? ", …" : "");
    }

    private static String shortened(String text) {
        return text.length() <= MAXIMUM_NAME ? text : text.substring(0, MAXIMUM_NAME) + "…";
    }

    private static int line(JsonParser parser) {
        return Math.max(1, parser.currentLocation().getLineNr());
    }

    /** An exception about a limit, such as that of the nesting, has no location. */
    private static int line(JacksonException e, JsonParser parser) {
        return e.getLocation() == null
                ? line(parser)
                : Math.max(1, e.getLocation().getLineNr());
    }
}

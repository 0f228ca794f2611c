package dev.haru.latency.source;

import dev.haru.latency.source.OtlpExport.ResourceSpans;
import dev.haru.latency.trace.Span;
import java.io.InputStream;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON values, each on one or more lines, so that only one value is in memory at a time. */
final class OtlpReader {

    private static final ObjectReader READER = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build()
            .readerFor(OtlpExport.class);

    private OtlpReader() {}

    /**
     * Reads to the end. Throws {@link BadInput} with the name of the input and the line.
     *
     * @param skipCutOff whether to ignore an incomplete last value, instead of throwing
     */
    static void read(InputStream in, String name, boolean skipCutOff, Consumer<Span> sink) {
        int line = 1;
        try (MappingIterator<OtlpExport> values = READER.readValues(in)) {
            while (values.hasNextValue()) {
                line = line(values.currentLocation());
                List<ResourceSpans> content = values.nextValue().content();
                if (content == null) {
                    throw new BadInput(
                            "%s, line %d: this JSON is not OTLP/JSON of an agent or of Tempo (no resourceSpans)."
                                    .formatted(name, line));
                }
                OtlpSpans.read(content, sink);
            }
        } catch (UnexpectedEndOfInputException e) {
            if (!skipCutOff) {
                throw new BadInput(
                        "%s, line %d: the file ends in the middle of a span. Ignore this span with --skip-cut-off."
                                .formatted(name, line(e.getLocation())),
                        e);
            }
        } catch (JacksonIOException e) {
            throw new BadInput("%s cannot be read: %s".formatted(name, e.getOriginalMessage()), e);
        } catch (JacksonException e) {
            throw new BadInput(
                    "%s, line %d: not OTLP/JSON: %s"
                            .formatted(
                                    name,
                                    line(e.getLocation()),
                                    e.getOriginalMessage().lines().findFirst().orElse("")),
                    e);
        } catch (IllegalArgumentException e) {
            throw new BadInput("%s, line %d: %s.".formatted(name, line, e.getMessage()), e);
        }
    }

    private static int line(TokenStreamLocation location) {
        return Math.max(1, location.getLineNr());
    }
}

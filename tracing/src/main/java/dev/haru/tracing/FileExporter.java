package dev.haru.tracing;

import io.opentelemetry.exporter.logging.otlp.internal.traces.OtlpStdoutSpanExporter;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.opentelemetry.sdk.autoconfigure.spi.traces.ConfigurableSpanExporterProvider;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;

/**
 * Exports spans as OTLP JSON, one export request a line (OpenTelemetry's file exporter format), to files of bounded
 * size and number. The SDK's own exporter writes the lines. Its public builder only supports standard output, so this
 * class uses an internal package of the pinned agent.
 */
public final class FileExporter implements ConfigurableSpanExporterProvider {

    static final String NAME = "haru-file";
    static final String FILE = "haru.trace.file";
    static final String SIZE = "haru.trace.file.megabytes";
    static final String COUNT = "haru.trace.files";

    @Override
    public String getName() {
        return NAME;
    }

    @Override
    public SpanExporter createExporter(ConfigProperties config) {
        Path file = Path.of(config.getString(FILE, "trace/spans.jsonl"));
        int size = atLeast(1, SIZE, config.getInt(SIZE, 64));
        int count = atLeast(2, COUNT, config.getInt(COUNT, 4));
        try {
            OutputStream out = new RotatingFile(file, size * 1024L * 1024, count);
            return OtlpStdoutSpanExporter.builder().setOutput(out).build();
        } catch (IOException e) {
            throw new ConfigurationException(FILE + "=" + file + " cannot be written: " + e, e);
        }
    }

    private static int atLeast(int minimum, String property, int value) {
        if (value < minimum) {
            throw new ConfigurationException(property + "=" + value + " must be at least " + minimum);
        }
        return value;
    }
}

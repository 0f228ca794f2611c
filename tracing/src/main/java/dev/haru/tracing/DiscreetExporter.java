package dev.haru.tracing;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Exports each span as a {@link DiscreetSpan}, through any exporter. */
final class DiscreetExporter implements SpanExporter {

    private final SpanExporter exporter;

    DiscreetExporter(SpanExporter exporter) {
        this.exporter = exporter;
    }

    @Override
    public CompletableResultCode export(Collection<SpanData> spans) {
        List<SpanData> discreet = new ArrayList<>(spans.size());
        for (SpanData span : spans) {
            discreet.add(new DiscreetSpan(span));
        }
        return exporter.export(discreet);
    }

    @Override
    public CompletableResultCode flush() {
        return exporter.flush();
    }

    @Override
    public CompletableResultCode shutdown() {
        return exporter.shutdown();
    }

    @Override
    public String toString() {
        return "DiscreetExporter{" + exporter + "}";
    }
}

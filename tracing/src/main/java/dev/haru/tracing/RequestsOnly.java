package dev.haru.tracing;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.opentelemetry.sdk.trace.samplers.SamplingResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Starts a trace for a request only, or for a message that links to a sampled trace. Background work that runs once a
 * second would otherwise outnumber the requests. Health checks and metrics are not traced.
 */
final class RequestsOnly implements Sampler {

    private static final AttributeKey<String> PATH = AttributeKey.stringKey("url.path");

    private final Sampler requests;

    RequestsOnly(Sampler requests) {
        this.requests = requests;
    }

    @Override
    public SamplingResult shouldSample(
            Context parent, String traceId, String name, SpanKind kind, Attributes attributes, List<LinkData> links) {
        if (kind == SpanKind.SERVER && isActuator(attributes.get(PATH))) {
            return SamplingResult.drop();
        }
        if (kind == SpanKind.SERVER || Span.fromContext(parent).getSpanContext().isValid()) {
            return requests.shouldSample(parent, traceId, name, kind, attributes, links);
        }
        return links.stream().anyMatch(link -> link.getSpanContext().isSampled())
                ? SamplingResult.recordAndSample()
                : SamplingResult.drop();
    }

    private static boolean isActuator(@Nullable String path) {
        return path != null && (path.equals("/actuator") || path.startsWith("/actuator/"));
    }

    @Override
    public String getDescription() {
        return "RequestsOnly{" + requests.getDescription() + "}";
    }

    @Override
    public String toString() {
        return getDescription();
    }
}

package dev.haru.tracing;

import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizer;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizerProvider;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.extension.incubator.trace.samplers.ComposableSampler;
import io.opentelemetry.sdk.extension.incubator.trace.samplers.CompositeSampler;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.Map;

/** Configures the agent for Haru. OpenTelemetry's own variables override every setting. */
public final class HaruTracing implements AutoConfigurationCustomizerProvider {

    static final String PARENT_BASED_RATIO = "parentbased_traceidratio";
    private static final String EXPORTER = "otel.traces.exporter";

    @Override
    public void customize(AutoConfigurationCustomizer agent) {
        agent.addPropertiesSupplier(Defaults::settings)
                .addPropertiesCustomizer(HaruTracing::exporter)
                .addResourceCustomizer((resource, _) -> withoutCommandLine(resource))
                .addSamplerCustomizer((sampler, config) -> new RequestsOnly(withProbability(sampler, config)))
                .addSpanExporterCustomizer((exporter, _) -> new DiscreetExporter(exporter));
    }

    /** Removes the command line from the resource, because it may contain secrets. */
    private static Resource withoutCommandLine(Resource resource) {
        return resource.toBuilder()
                .removeIf(key -> key.getKey().startsWith("process.command_"))
                .build();
    }

    /**
     * The sampler with this name of the SDK does not write its probability into tracestate yet. This sampler takes the
     * same share of traces, and writes it. A trace of which a client decided without a probability has none.
     */
    private static Sampler withProbability(Sampler sampler, ConfigProperties config) {
        return PARENT_BASED_RATIO.equals(config.getString("otel.traces.sampler"))
                ? CompositeSampler.wrap(ComposableSampler.parentThreshold(
                        ComposableSampler.probability(config.getDouble("otel.traces.sampler.arg", 1))))
                : sampler;
    }

    /** Selects the OTLP exporter if a collector's endpoint is configured, else the file exporter. */
    private static Map<String, String> exporter(ConfigProperties config) {
        boolean chosen = config.getString(EXPORTER) != null;
        boolean collector = config.getString("otel.exporter.otlp.endpoint") != null
                || config.getString("otel.exporter.otlp.traces.endpoint") != null;
        return chosen || collector ? Map.of() : Map.of(EXPORTER, FileExporter.NAME);
    }
}

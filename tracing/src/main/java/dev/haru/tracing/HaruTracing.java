package dev.haru.tracing;

import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizer;
import io.opentelemetry.sdk.autoconfigure.spi.AutoConfigurationCustomizerProvider;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.resources.Resource;
import java.util.Map;

/** Sets the agent up as Haru wants it; every setting can be overridden by OpenTelemetry's own variables. */
public final class HaruTracing implements AutoConfigurationCustomizerProvider {

    private static final String EXPORTER = "otel.traces.exporter";

    @Override
    public void customize(AutoConfigurationCustomizer agent) {
        agent.addPropertiesSupplier(Defaults::settings)
                .addPropertiesCustomizer(HaruTracing::exporter)
                .addResourceCustomizer((resource, _) -> withoutCommandLine(resource))
                .addSamplerCustomizer((sampler, _) -> new RequestsOnly(sampler))
                .addSpanExporterCustomizer((exporter, _) -> new DiscreetExporter(exporter));
    }

    /** On which some hand over secrets. */
    private static Resource withoutCommandLine(Resource resource) {
        return resource.toBuilder()
                .removeIf(key -> key.getKey().startsWith("process.command_"))
                .build();
    }

    /** To the collector when one is named, else to files. */
    private static Map<String, String> exporter(ConfigProperties config) {
        boolean chosen = config.getString(EXPORTER) != null;
        boolean collector = config.getString("otel.exporter.otlp.endpoint") != null
                || config.getString("otel.exporter.otlp.traces.endpoint") != null;
        return chosen || collector ? Map.of() : Map.of(EXPORTER, FileExporter.NAME);
    }
}

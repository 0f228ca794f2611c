package dev.haru.tracing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The settings that differ from the agent's defaults. */
final class Defaults {

    /**
     * The instrumentations that a request of Haru needs. Others would add start-up time, and spans that repeat the same
     * data.
     */
    private static final List<String> INSTRUMENTATIONS = List.of(
            "opentelemetry-api",
            "opentelemetry-instrumentation-api",
            "executors",
            "tomcat",
            "servlet",
            "spring-webmvc",
            "netty",
            "reactor",
            "reactor-netty",
            "spring-webflux",
            "spring-cloud-gateway",
            "apache-httpclient",
            "jdbc",
            "lettuce",
            "logback-mdc");

    private Defaults() {}

    static Map<String, String> settings() {
        Map<String, String> settings = new HashMap<>(Map.of(
                "otel.traces.sampler", HaruTracing.PARENT_BASED_RATIO,
                "otel.traces.sampler.arg", "0.05",
                "otel.instrumentation.http.server.capture-response-headers", "server-timing",
                // Micrometer exports metrics, logs go to standard output, and baggage would leave the system.
                "otel.metrics.exporter", "none",
                "otel.logs.exporter", "none",
                "otel.propagators", "tracecontext",
                // Spans are exported within a second, and a burst of traces loses no spans.
                "otel.bsp.schedule.delay", "1000",
                "otel.bsp.max.queue.size", "8192",
                "otel.javaagent.add-thread-details", "false",
                "otel.instrumentation.common.default-enabled", "false"));
        // Traces commits, because a commit is a round trip and waits for the disk.
        settings.put("otel.instrumentation.jdbc.experimental.transaction.enabled", "true");
        INSTRUMENTATIONS.forEach(name -> settings.put("otel.instrumentation." + name + ".enabled", "true"));
        return settings;
    }
}

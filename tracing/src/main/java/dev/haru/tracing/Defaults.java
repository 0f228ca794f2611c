package dev.haru.tracing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What differs from the agent's own defaults. */
final class Defaults {

    /** What a request of Haru passes. Everything else would cost start-up time, and spans that say the same twice. */
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
                "otel.traces.sampler", "parentbased_traceidratio",
                "otel.traces.sampler.arg", "0.05",
                // Metrics are Micrometer's, logs go to standard output, and baggage would cross the door.
                "otel.metrics.exporter", "none",
                "otel.logs.exporter", "none",
                "otel.propagators", "tracecontext",
                // A trace is complete soon, and a burst of them loses no spans.
                "otel.bsp.schedule.delay", "1000",
                "otel.bsp.max.queue.size", "8192",
                "otel.javaagent.add-thread-details", "false",
                "otel.instrumentation.common.default-enabled", "false"));
        // A commit is a round trip, and waits for the disk.
        settings.put("otel.instrumentation.jdbc.experimental.transaction.enabled", "true");
        INSTRUMENTATIONS.forEach(name -> settings.put("otel.instrumentation." + name + ".enabled", "true"));
        return settings;
    }
}

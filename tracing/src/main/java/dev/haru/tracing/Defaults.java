package dev.haru.tracing;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

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

    /**
     * Packages of libraries that neither receive nor send a request, and pass no work to another thread. The agent
     * compares each loaded class with each instrumentation, so excluded classes save start-up time.
     */
    private static final List<String> EXCLUDED = List.of(
            "com.fasterxml.",
            "com.github.benmanes.caffeine.",
            "io.prometheus.",
            "jakarta.",
            "org.antlr.",
            "org.apache.commons.",
            "org.apache.logging.",
            "org.bouncycastle.",
            "org.flywaydb.",
            "org.hibernate.",
            "org.jboss.logging.",
            "tools.jackson.");

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
        // Micrometer reads what the agent would read from JMX.
        settings.put("otel.jmx.enabled", "false");
        settings.put(
                "otel.javaagent.exclude-classes",
                EXCLUDED.stream().map(name -> name + "*").collect(Collectors.joining(",")));
        INSTRUMENTATIONS.forEach(name -> settings.put("otel.instrumentation." + name + ".enabled", "true"));
        return settings;
    }
}

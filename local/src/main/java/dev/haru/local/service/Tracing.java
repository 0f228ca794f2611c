package dev.haru.local.service;

import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The OpenTelemetry agent on a service, with Haru's extension. Spans go to files of the run directory, or where
 * {@code OTEL_EXPORTER_OTLP_ENDPOINT} says; OpenTelemetry's other variables reach the agent, too.
 */
public final class Tracing {

    private final Path agent;
    private final Path extension;
    private final RunDirectory directory;

    private Tracing(Path agent, Path extension, RunDirectory directory) {
        this.agent = agent;
        this.extension = extension;
        this.directory = directory;
    }

    /** The agent and the extension in the build directory; refused when they were not built. */
    public static Tracing of(Path repository, RunDirectory directory) {
        Path built = repository.resolve("tracing").resolve("target");
        return new Tracing(
                built(built.resolve("opentelemetry-javaagent.jar")),
                built(built.resolve("tracing-" + ServiceJar.version() + ".jar")),
                directory);
    }

    private static Path built(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new Refusal("Tracing is not built (%s does not exist). Run make build.".formatted(file));
        }
        return file;
    }

    /** With which a JVM is traced. It takes no class cache then: an agent rules it out. */
    public List<String> flags() {
        return List.of("-javaagent:" + agent, "-Dotel.javaagent.extensions=" + extension);
    }

    Map<String, String> environment(ServiceModule module) {
        Map<String, String> variables = System.getenv();
        return Map.of(
                "OTEL_SERVICE_NAME",
                module.module(),
                "OTEL_RESOURCE_ATTRIBUTES",
                variables.getOrDefault(
                        "OTEL_RESOURCE_ATTRIBUTES", "service.namespace=haru,deployment.environment.name=local"),
                "OTEL_JAVAAGENT_LOGGING",
                "application", // in the form of the service's own lines
                "OTEL_TRACES_SAMPLER_ARG",
                variables.getOrDefault("OTEL_TRACES_SAMPLER_ARG", "1"),
                "HARU_TRACE_FILE",
                directory.traces().resolve(module.module() + ".jsonl").toString());
    }
}

package dev.haru.local.service;

import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The OpenTelemetry agent with Haru's extension. Spans go to files in the run directory, or to
 * {@code OTEL_EXPORTER_OTLP_ENDPOINT} if it is set. The agent also reads OpenTelemetry's other variables.
 */
public final class Tracing {

    private final TracingAgent agent;
    private final Path extension;
    private final RunDirectory directory;

    private Tracing(TracingAgent agent, Path extension, RunDirectory directory) {
        this.agent = agent;
        this.extension = extension;
        this.directory = directory;
    }

    /** Whether the agent writes the spans to files. It does not if a variable of OpenTelemetry names another target. */
    public static boolean writesFiles() {
        return Stream.of("OTEL_TRACES_EXPORTER", "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
                .noneMatch(System.getenv()::containsKey);
    }

    /** Finds the extension in the build directory. Throws a {@link Refusal} if it or the agent does not exist. */
    public static Tracing of(TracingAgent agent, Path repository, RunDirectory directory) {
        agent.checkBuilt();
        Path extension =
                repository.resolve("tracing").resolve("target").resolve("tracing-" + ServiceJar.version() + ".jar");
        if (!Files.isRegularFile(extension)) {
            throw new Refusal("Tracing is not built (%s does not exist). Run make build.".formatted(extension));
        }
        return new Tracing(agent, extension, directory);
    }

    /** The flags with which a JVM is traced. */
    public List<String> flags() {
        return agent.attach(extension);
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
                "application", // log lines in the service's format
                "OTEL_TRACES_SAMPLER_ARG",
                variables.getOrDefault("OTEL_TRACES_SAMPLER_ARG", "1"),
                "HARU_TRACE_FILE",
                directory.traces().resolve(module.module() + ".jsonl").toString());
    }
}

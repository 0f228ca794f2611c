package dev.haru.local.service;

import dev.haru.local.process.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The jar of the OpenTelemetry agent, and the JVM flags with which one class cache serves traced and untraced services.
 *
 * <p>A JVM accepts a class cache only with the bootstrap class path and the modules of the recording. An agent appends
 * its jar to that path and adds a module. Therefore both are part of the command of each service, traced or not, and
 * the agent leaves the path as it is if its jar is there already. The images do the same with {@code jvm.options}.
 */
public final class TracingAgent {

    private static final String FILE = "opentelemetry-javaagent.jar";

    /** Without it, the JVM writes no class cache that an agent can use. */
    static final String RECORDING = "-XX:+DisableAttachMechanism";

    private final Path jar;

    private TracingAgent(Path jar) {
        this.jar = jar;
    }

    /** The agent in its build directory. {@link #checkBuilt} checks that it exists. */
    public static TracingAgent of(Path repository) {
        return new TracingAgent(repository.resolve("tracing").resolve("target").resolve(FILE));
    }

    /** The agent that an image has, below the directory of the services. */
    public static TracingAgent ofImages(Path images) {
        return new TracingAgent(images.resolve("tracing").resolve(FILE));
    }

    /** Throws a {@link Refusal} if the jar does not exist. */
    public void checkBuilt() {
        if (!Files.isRegularFile(jar)) {
            throw new Refusal("Tracing is not built (%s does not exist). Run make build.".formatted(jar));
        }
    }

    Path jar() {
        return jar;
    }

    /** The flags of each JVM that records or uses a class cache. They do not start the agent. */
    List<String> classPath() {
        return List.of("-Xbootclasspath/a:" + jar, "--add-modules=java.instrument");
    }

    /** The flags that start the agent. */
    List<String> attach(Path extension) {
        return List.of("-javaagent:" + jar, "-Dotel.javaagent.extensions=" + extension);
    }

    /** The properties of the jar by which a JVM decides whether a class cache fits. */
    String identity() {
        try {
            return Files.size(jar) + " " + Files.getLastModifiedTime(jar);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package dev.haru.local.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** A program that prints a line and ends. It stands for a service that records and uses a class cache. */
final class SmallProgram {

    /** A part of the line that the agent prints at its start. */
    static final String AGENT_STARTED = "opentelemetry-javaagent - version";

    /** With these flags a JVM ends if it cannot use the class cache, and prints where it finds each class. */
    static final List<String> CACHE_REQUIRED = List.of("-XX:AOTMode=on", "-Xlog:class+load");

    private SmallProgram() {}

    public static void main(String[] arguments) {
        System.out.println("started");
    }

    static void packageAs(Path file) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, SmallProgram.class.getName());
        String type = SmallProgram.class.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest);
                InputStream in = Objects.requireNonNull(SmallProgram.class.getResourceAsStream("/" + type))) {
            jar.putNextEntry(new JarEntry(type));
            in.transferTo(jar);
        }
    }

    /** Runs the program to its end and returns its output. An agent exports nothing. */
    static String run(Path directory, String javaOptions, List<String> command) throws Exception {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().put("JDK_JAVA_OPTIONS", javaOptions);
        for (String signal : List.of("TRACES", "METRICS", "LOGS")) {
            builder.environment().put("OTEL_" + signal + "_EXPORTER", "none");
        }
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    static void assertCacheUsed(String output) {
        assertThat(output).contains(SmallProgram.class.getName() + " source: shared objects file");
        // An agent can make the JVM ignore the cache after the start, for which the JVM has only a warning.
        assertThat(output).doesNotContain("Sharing is only supported");
    }
}

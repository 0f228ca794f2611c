package dev.haru.local.service;

import dev.haru.local.process.PartFailed;
import dev.haru.local.process.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The unpacked jar of a service. It starts faster than the jar, and the JVM can record a class cache for it. */
public final class ServiceImage {

    private final ServiceModule module;
    private final Path root;
    private final Path jar;
    private final TracingAgent agent;

    ServiceImage(ServiceModule module, Path root, Path jar, TracingAgent agent) {
        this.module = module;
        this.root = root;
        this.jar = jar;
        this.agent = agent;
    }

    /**
     * Unpacks the jar unless the unpacked copy is current. A different jar, directory, JVM or agent makes the copy
     * stale. Its class cache is then deleted, too.
     */
    public static ServiceImage of(ServiceJar packaged, TracingAgent agent, RunDirectory directory) {
        ServiceModule module = packaged.module();
        Path root = directory.app(module.module());
        ServiceImage image =
                new ServiceImage(module, root, root.resolve(packaged.file().getFileName()), agent);
        Path identityFile = root.resolve("identity");
        String identity = packaged.identity(agent) + " " + root;
        try {
            if (!Files.exists(identityFile) || !Files.readString(identityFile).equals(identity)) {
                RunDirectory.deleteTree(root);
                image.unpack(packaged.file(), directory.freshLog(module.module()));
                Files.writeString(identityFile, identity);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
        return image;
    }

    ServiceModule module() {
        return module;
    }

    Path root() {
        return root;
    }

    Path jar() {
        return jar;
    }

    TracingAgent agent() {
        return agent;
    }

    private void unpack(Path packaged, Path log) throws IOException, InterruptedException {
        Files.createDirectories(root.getParent());
        int status = new ProcessBuilder(
                        JavaCommand.java(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djarmode=tools",
                        "-jar",
                        packaged.toString(),
                        "extract",
                        "--destination",
                        root.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (status != 0 || !Files.exists(jar)) {
            throw PartFailed.of(module.module(), "could not be unpacked (exit code " + status + ")", log);
        }
    }
}

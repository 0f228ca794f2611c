package dev.haru.local.service;

import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import dev.haru.local.process.Part;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.PidFile;
import dev.haru.local.process.Processes;
import dev.haru.local.process.ProgressWatch;
import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The process of {@code latency serve}, a page that shows the traces of the run directory. */
public final class LatencyPage implements Part {

    public static final String NAME = "latency";

    private final Process process;
    private final PidFile pid;
    private final Path log;
    private final String url;

    private LatencyPage(Process process, PidFile pid, Path log, String url) {
        this.process = process;
        this.pid = pid;
        this.log = log;
        this.url = url;
    }

    /** Throws a {@link Refusal} if the tool does not exist in its build directory. */
    public static void checkPackaged(Path repository) {
        if (!Files.isRegularFile(jar(repository))) {
            throw new Refusal("latency is not built (%s does not exist). Run make build.".formatted(jar(repository)));
        }
    }

    /** Starts the process. {@link #awaitReady} waits until the page responds. */
    public static LatencyPage start(Path repository, RunDirectory directory, Ports ports) {
        Path log = directory.freshLog(NAME);
        List<String> command = List.of(
                JavaCommand.java(),
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-jar",
                jar(repository).toString(),
                "serve",
                "--files",
                directory.traces().toString(),
                "--port",
                Integer.toString(ports.number(Port.LATENCY)));
        try {
            Files.createDirectories(directory.traces());
            Process process = new ProcessBuilder(Processes.shielded(command))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            PidFile pid = directory.pid(NAME);
            pid.write(process.toHandle());
            return new LatencyPage(process, pid, log, ports.url(Port.LATENCY));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns when the page responds. Throws {@link PartFailed} if the process ends or makes no progress, by the rules
     * of {@link ProgressWatch}.
     */
    public void awaitReady() throws InterruptedException {
        try (Readiness readiness = new Readiness(url)) {
            new ProgressWatch(this, log).await(readiness::isReady, "was not ready");
        }
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isAlive() {
        return process.isAlive();
    }

    @Override
    public ProcessHandle process() {
        return process.toHandle();
    }

    @Override
    public PartFailed failure() {
        return PartFailed.of(NAME, "died with exit code " + process.exitValue(), log);
    }

    @Override
    public void stop() {
        Processes.stop(process.toHandle(), Processes.GRACE);
        pid.delete();
    }

    private static Path jar(Path repository) {
        return repository.resolve("latency").resolve("target").resolve("latency-" + ServiceJar.version() + ".jar");
    }
}

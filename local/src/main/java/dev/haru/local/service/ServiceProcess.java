package dev.haru.local.service;

import dev.haru.local.process.Part;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.PidFile;
import dev.haru.local.process.Processes;
import dev.haru.local.process.ProgressWatch;
import dev.haru.local.process.RunDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** A running service. */
public final class ServiceProcess implements Part {

    private final ServiceModule module;
    private final Process process;
    private final PidFile pid;
    private final Path log;
    private final String readinessUrl;

    private ServiceProcess(ServiceModule module, Process process, PidFile pid, Path log, String readinessUrl) {
        this.module = module;
        this.process = process;
        this.pid = pid;
        this.log = log;
        this.readinessUrl = readinessUrl;
    }

    /**
     * Starts the JVM with the standard flags and {@code flags}. {@link #awaitReady} waits until the service accepts
     * requests.
     */
    public static ServiceProcess start(
            ServiceImage image, List<String> flags, RunDirectory directory, ServiceEnvironment environment) {
        return start(image.module(), JavaCommand.of(image, flags), image.root(), directory, environment);
    }

    static ServiceProcess start(
            ServiceModule module,
            List<String> command,
            Path root,
            RunDirectory directory,
            ServiceEnvironment environment) {
        Path log = directory.freshLog(module.module());
        ProcessBuilder builder = new ProcessBuilder(Processes.shielded(command));
        builder.directory(root.toFile());
        builder.environment().putAll(environment.of(module));
        try {
            Process process = builder.redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            PidFile pid = directory.pid(module.module());
            pid.write(process.toHandle());
            return new ServiceProcess(module, process, pid, log, environment.readinessUrl(module));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Returns when the service reports that it is ready. Throws {@link PartFailed} if it ends or makes no progress, by
     * the rules of {@link ProgressWatch}.
     */
    public void awaitReady() throws InterruptedException {
        try (Readiness readiness = new Readiness(readinessUrl)) {
            new ProgressWatch(this, log).await(readiness::isReady, "was not ready");
        }
    }

    @Override
    public String name() {
        return module.module();
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
        return PartFailed.of(name(), "died with exit code " + process.exitValue(), log);
    }

    /** Kills the service, if it still runs, without a request to stop. */
    void kill() {
        Processes.kill(process.toHandle());
        pid.delete();
    }

    @Override
    public void stop() {
        Processes.stop(process.toHandle(), Processes.GRACE);
        pid.delete();
    }

    /**
     * Asks the service to end and returns when it has ended. Throws {@link PartFailed} if it makes no progress
     * meanwhile. The caller then kills it.
     */
    void end() throws InterruptedException {
        process.destroy();
        new ProgressWatch(this, log).await(() -> !isAlive(), "did not end");
    }
}

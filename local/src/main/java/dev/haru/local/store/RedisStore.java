package dev.haru.local.store;

import dev.haru.local.process.Part;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Processes;
import dev.haru.local.process.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A Redis without persistence: its data ends with the run. */
public final class RedisStore implements Part {

    public static final String NAME = "Redis";

    /** Redis writes its pid within this time after its start. */
    private static final Duration START_TO_FILE = Duration.ofSeconds(5);

    private final ProcessHandle process;
    private final Path log;

    RedisStore(ProcessHandle process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Stops a server that an earlier run left. Returns whether there was one. */
    public static boolean stopLeftover(RunDirectory directory) {
        Optional<ProcessHandle> leftover = running(directory);
        leftover.ifPresent(process -> Processes.stop(process, Processes.GRACE));
        return leftover.isPresent();
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isAlive() {
        return Processes.isAlive(process);
    }

    @Override
    public ProcessHandle process() {
        return process;
    }

    @Override
    public PartFailed failure() {
        return PartFailed.of(NAME, "died", log);
    }

    @Override
    public void stop() {
        Processes.stop(process, Processes.GRACE);
    }

    /** The file in which Redis records its pid. Redis deletes it at an orderly end. */
    static Path pidFile(RunDirectory directory) {
        return directory.redis().resolve("redis.pid");
    }

    /** Returns the server of this directory. An unrelated process that has its pid now is not returned. */
    static Optional<ProcessHandle> running(RunDirectory directory) {
        Path file = pidFile(directory);
        try {
            Instant written = Files.getLastModifiedTime(file).toInstant();
            return ProcessHandle.of(Long.parseLong(Files.readString(file).strip()))
                    .filter(Processes::isAlive)
                    .filter(process -> isRedis(process.info()) && startedBefore(process.info(), written));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static boolean isRedis(ProcessHandle.Info info) {
        return info.command()
                .map(command -> Path.of(command).getFileName().toString().startsWith("redis-server"))
                .orElse(false);
    }

    private static boolean startedBefore(ProcessHandle.Info info, Instant written) {
        return info.startInstant()
                .map(start -> Duration.between(start, written).abs().compareTo(START_TO_FILE) <= 0)
                .orElse(false);
    }
}

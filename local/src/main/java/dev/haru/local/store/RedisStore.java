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

/**
 * A Redis without persistence: its data ends with the run. The {@code RedisServer} of embedded-redis neither publishes
 * its process nor limits the time of a stop.
 */
public final class RedisStore implements Part {

    public static final String NAME = "Redis";

    /** Redis writes its pid within this time after its start, even on a machine that pauses. */
    private static final Duration START_TO_FILE = Duration.ofSeconds(60);

    /** The start time is computed from the boot time, which changes a little when the clock is set. */
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(5);

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
        try {
            Instant written = Files.getLastModifiedTime(pidFile(directory)).toInstant();
            return recorded(directory).filter(process -> canBeWriter(process.info(), written));
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the Redis server whose pid is in the file. Unlike {@link #running}, it does not compare times. */
    static Optional<ProcessHandle> recorded(RunDirectory directory) {
        try {
            return ProcessHandle.of(
                            Long.parseLong(Files.readString(pidFile(directory)).strip()))
                    .filter(Processes::isAlive)
                    .filter(process -> isRedis(process.info()));
        } catch (IOException | NumberFormatException e) {
            return Optional.empty();
        }
    }

    private static boolean isRedis(ProcessHandle.Info info) {
        return info.command()
                .map(command -> Path.of(command).getFileName().toString().startsWith("redis-server"))
                .orElse(false);
    }

    /**
     * Whether the process can be the writer of the file. An unrelated process has the pid only after the writer has
     * ended, so it started after the file was written.
     */
    private static boolean canBeWriter(ProcessHandle.Info info, Instant written) {
        return info.startInstant()
                .map(start ->
                        !start.isBefore(written.minus(START_TO_FILE)) && !start.isAfter(written.plus(CLOCK_TOLERANCE)))
                .orElse(false);
    }
}

package dev.haru.local.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Waits for a part of the system as long as the part makes progress. A slow machine delays a start, but does not fail
 * it.
 */
public final class ProgressWatch {

    private static final long POLL_MILLIS = 100;

    /** The processor time is read once a second. */
    private static final Duration READ_EVERY = Duration.ofSeconds(1);

    private final Part part;
    private final Path log;
    private final Duration stall;

    public ProgressWatch(Part part, Path log) {
        this(part, log, PartProgress.STALL);
    }

    ProgressWatch(Part part, Path log, Duration stall) {
        this.part = part;
        this.log = log;
        this.stall = stall;
    }

    /** A state of the part. The check takes at most a few seconds. */
    public interface Condition {
        boolean holds() throws InterruptedException;
    }

    /**
     * Returns when the condition holds. Throws {@link PartFailed} if the part ends before, if it makes no progress for
     * a minute, or after 15 minutes.
     *
     * @param missing continues the part's name in the message, as in "was not ready"
     */
    public void await(Condition condition, String missing) throws InterruptedException {
        PartProgress progress = new PartProgress(stall, usedTime(), size());
        long read = System.nanoTime();
        while (!condition.holds()) {
            if (!part.isAlive()) {
                throw part.failure();
            }
            Thread.sleep(POLL_MILLIS);
            Duration passed = Duration.ofNanos(System.nanoTime() - read);
            if (passed.compareTo(READ_EVERY) >= 0) {
                read += passed.toNanos();
                progress.read(passed, usedTime(), size());
                progress.problem().ifPresent(problem -> fail(missing + " " + problem));
            }
        }
    }

    private void fail(String what) {
        throw PartFailed.of(part.name(), what, log);
    }

    /**
     * The processor time of the part with its descendants, such as the JVM that writes the class cache of another. The
     * waits for a processor count, too: a part that other processes keep from running does not hang.
     */
    private Duration usedTime() {
        ProcessHandle process = part.process();
        return Stream.concat(Stream.of(process), process.descendants())
                .map(one -> one.info().totalCpuDuration().orElse(Duration.ZERO).plus(ProcessorWait.of(one)))
                .reduce(Duration.ZERO, Duration::plus);
    }

    private long size() {
        try {
            return Files.size(log);
        } catch (IOException e) {
            return 0;
        }
    }
}

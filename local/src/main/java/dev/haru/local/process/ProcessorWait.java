package dev.haru.local.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * How long the threads of a process have waited for a processor. Linux counts it in {@code schedstat} of each thread.
 * On other systems it is zero.
 */
final class ProcessorWait {

    private ProcessorWait() {}

    static Duration of(ProcessHandle process) {
        return of(Path.of("/proc", Long.toString(process.pid()), "task"));
    }

    /** Adds up the waits of the threads that have not ended. */
    static Duration of(Path tasks) {
        try (Stream<Path> threads = Files.list(tasks)) {
            return threads.map(ProcessorWait::ofThread).reduce(Duration.ZERO, Duration::plus);
        } catch (IOException | UncheckedIOException e) {
            return Duration.ZERO; // the process has ended, or the system is not Linux
        }
    }

    /** The second number is the wait in nanoseconds. */
    private static Duration ofThread(Path thread) {
        try {
            String[] numbers = Files.readString(thread.resolve("schedstat")).split(" ");
            return numbers.length < 2 ? Duration.ZERO : Duration.ofNanos(Long.parseLong(numbers[1]));
        } catch (IOException e) {
            return Duration.ZERO; // the thread has ended
        }
    }
}

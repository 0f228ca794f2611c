package dev.haru.local.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What {@link ProcessHandle} leaves open: bounded stopping, zombies, and children that a Ctrl-C does not reach. */
public final class Processes {

    /** How long a part may take over an orderly end. */
    public static final Duration GRACE = Duration.ofSeconds(10);

    private static final Duration AFTER_KILL = Duration.ofSeconds(5);
    private static final long POLL_MILLIS = 20;

    private Processes() {}

    /**
     * A command whose process ignores Ctrl-C and a closing terminal, both of which reach the whole foreground group:
     * the launcher alone hears them and stops the parts in order. A JVM keeps a signal ignored that it finds ignored.
     */
    public static List<String> shielded(List<String> command) {
        List<String> shielded = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh"));
        shielded.addAll(command);
        return shielded;
    }

    /** Asks the process to end, and kills it and its descendants when it has not after {@code grace}. */
    public static void stop(ProcessHandle process, Duration grace) {
        List<ProcessHandle> descendants = new ArrayList<>(process.descendants().toList());
        process.destroy();
        if (!awaitEnd(process, grace)) {
            // A JVM that records starts another one at its end, which writes the class cache.
            descendants.addAll(process.descendants().toList());
            process.destroyForcibly();
            awaitEnd(process, AFTER_KILL);
        }
        descendants.forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends the process and its descendants without a word to them, as a crash would; returns when they are gone. */
    public static void kill(ProcessHandle process) {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroyForcibly();
        descendants.forEach(ProcessHandle::destroyForcibly);
        awaitEnd(process, AFTER_KILL);
        descendants.forEach(descendant -> awaitEnd(descendant, AFTER_KILL));
    }

    /** Sends a signal that Java has no method for, such as {@code INT}. */
    public static void signal(ProcessHandle process, String signal) {
        try {
            new ProcessBuilder("/bin/sh", "-c", "kill -s \"$1\" \"$2\"", "sh", signal, Long.toString(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new IllegalStateException("no /bin/sh to send a signal with", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the process ended in time; goes on waiting when the thread is interrupted, since nothing may be left. */
    public static boolean awaitEnd(ProcessHandle process, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        boolean interrupted = false;
        while (isAlive(process) && System.nanoTime() < end) {
            try {
                Thread.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !isAlive(process);
    }

    /**
     * A dead process stays in the table where the first process of a container does not reap; Java calls it alive. The
     * table is read first: asked the other way round, a process that is reaped between the two looks counts as alive.
     */
    public static boolean isAlive(ProcessHandle process) {
        return !isDead(process.pid()) && process.isAlive();
    }

    private static boolean isDead(long pid) {
        Path stat = Path.of("/proc", Long.toString(pid), "stat");
        try {
            String line = Files.readString(stat);
            char state = line.charAt(line.lastIndexOf(')') + 2);
            return state == 'Z' || state == 'X';
        } catch (IOException e) {
            return false;
        }
    }
}

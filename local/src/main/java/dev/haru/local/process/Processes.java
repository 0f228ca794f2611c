package dev.haru.local.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Adds to {@link ProcessHandle}: a stop with a time limit, detection of zombies, and children that ignore Ctrl-C.
 *
 * <p>Longer than 120 lines because it keeps the handling of processes and their descendants in one place.
 */
public final class Processes {

    /** How long a part may take for an orderly end. */
    public static final Duration GRACE = Duration.ofSeconds(10);

    private static final Duration AFTER_KILL = Duration.ofSeconds(30);
    private static final long POLL_MILLIS = 20;

    /** A bound against processes that start others faster than they are found. */
    private static final int MAX_GENERATIONS = 100;

    private Processes() {}

    /**
     * A command whose process ignores Ctrl-C and the end of the terminal. Both signals go to the whole foreground
     * process group, but only the launcher reacts, and stops the parts in order. A JVM keeps ignoring a signal that it
     * was started to ignore.
     */
    public static List<String> shielded(List<String> command) {
        List<String> shielded = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' INT HUP; exec \"$@\"", "sh"));
        shielded.addAll(command);
        return shielded;
    }

    /** A command whose process gets only the processor time that the other processes of the session leave. */
    public static List<String> background(List<String> command) {
        List<String> background = new ArrayList<>(List.of("nice", "-n", "19"));
        background.addAll(command);
        return background;
    }

    /**
     * Asks the process to end. Kills it after {@code grace} if it still runs, and in any case its descendants. Returns
     * when all have ended, so that none still writes a file.
     */
    public static void stop(ProcessHandle process, Duration grace) {
        List<ProcessHandle> descendants = process.descendants().toList();
        process.destroy();
        if (!awaitEnd(process, grace)) {
            kill(process);
        }
        descendants.stream().filter(Processes::isAlive).forEach(Processes::kill);
    }

    /**
     * Kills the process and its descendants without a request to stop, as a crash would. Returns when all have ended.
     *
     * <p>A killed process loses its children, which nothing finds afterwards. So all processes are first suspended,
     * until none of them has started another.
     */
    public static void kill(ProcessHandle process) {
        Set<ProcessHandle> found = new LinkedHashSet<>(List.of(process));
        Collection<ProcessHandle> running = found;
        for (int round = 0; round < MAX_GENERATIONS && !running.isEmpty(); round++) {
            signal(running, "STOP");
            running = process.descendants().filter(found::add).toList();
        }
        found.forEach(ProcessHandle::destroyForcibly);
        found.forEach(killed -> awaitEnd(killed, AFTER_KILL));
    }

    /** Sends a signal that Java has no method for, such as {@code INT}. */
    public static void signal(ProcessHandle process, String signal) {
        signal(List.of(process), signal);
    }

    private static void signal(Collection<ProcessHandle> processes, String signal) {
        List<String> command =
                new ArrayList<>(List.of("/bin/sh", "-c", "name=$1; shift; kill -s \"$name\" \"$@\"", "sh", signal));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        try {
            new ProcessBuilder(command)
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

    /**
     * Whether the process ended in time. An interrupt does not end the wait, because no process may remain. The limit
     * counts polls instead of time, so that a pause of the machine does not shorten the time of the process.
     */
    public static boolean awaitEnd(ProcessHandle process, Duration limit) {
        boolean interrupted = false;
        for (long polls = limit.toMillis() / POLL_MILLIS; polls > 0 && isAlive(process); polls--) {
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
     * Whether the process runs. A zombie counts as ended, although Java reports it as alive. A zombie stays in the
     * process table if the first process of a container does not reap it. The table is read first. In the opposite
     * order, a process that is reaped between the two checks would count as alive.
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

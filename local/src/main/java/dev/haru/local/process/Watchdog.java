package dev.haru.local.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Stops the parts after the launcher was killed. A shell waits for the end of a pipe that only the launcher holds open,
 * and then runs {@code stop}.
 */
public final class Watchdog implements AutoCloseable {

    private static final String WAIT_THEN_RUN = "trap '' INT HUP TERM; while read -r _; do :; done; exec \"$@\"";

    private final Process shell;

    private Watchdog(Process shell) {
        this.shell = shell;
    }

    /**
     * Starts the shell. It runs {@code mainClass} with the argument {@code stop} and the class path of this process.
     */
    public static Watchdog start(RunDirectory directory, String mainClass) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                "/bin/sh",
                "-c",
                WAIT_THEN_RUN,
                "sh",
                java.toString(),
                "-cp",
                Path.of(System.getProperty("java.class.path")).toString(),
                mainClass,
                "stop"));
        builder.environment().put("HARU_RUN_DIR", directory.root().toString());
        builder.redirectErrorStream(true)
                .redirectOutput(directory.freshLog("watchdog").toFile());
        try {
            return new Watchdog(builder.start());
        } catch (IOException e) {
            throw new IllegalStateException("cannot start /bin/sh", e);
        }
    }

    /** Ends the shell before an orderly end of the launcher, after which nothing remains to stop. */
    @Override
    public void close() {
        shell.destroyForcibly();
    }
}

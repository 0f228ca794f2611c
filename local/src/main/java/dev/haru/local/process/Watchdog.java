package dev.haru.local.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Cleans up when the launcher is killed without a chance to: a shell that waits for the end of a pipe which only the
 * launcher holds open, and then runs {@code stop}.
 */
public final class Watchdog implements AutoCloseable {

    private static final String WAIT_THEN_RUN = "trap '' INT HUP TERM; while read -r _; do :; done; exec \"$@\"";

    private final Process shell;

    private Watchdog(Process shell) {
        this.shell = shell;
    }

    /** {@code mainClass} is run with the one argument {@code stop} and this process's class path. */
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

    /** The launcher ends orderly: nobody has to clean up. */
    @Override
    public void close() {
        shell.destroyForcibly();
    }
}

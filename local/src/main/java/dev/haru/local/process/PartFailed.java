package dev.haru.local.process;

import java.nio.file.Path;

/** A part of the system did not start, or ended by itself. The message ends with the last lines of its log. */
public final class PartFailed extends RuntimeException {

    private static final int TAIL = 20;

    private PartFailed(String message) {
        super(message);
    }

    /** {@code what} continues the part's name, as in "died with exit code 137". */
    public static PartFailed of(String part, String what, Path log) {
        StringBuilder message = new StringBuilder(part).append(' ').append(what).append(".");
        var lines = LogTail.of(log, TAIL);
        if (lines.isEmpty()) {
            message.append(" The process wrote nothing to ").append(log);
        } else {
            message.append(" The last lines of ").append(log).append(':');
            lines.forEach(line ->
                    message.append(System.lineSeparator()).append("  | ").append(line));
        }
        return new PartFailed(message.toString());
    }
}

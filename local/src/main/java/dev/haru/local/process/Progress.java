package dev.haru.local.process;

import java.io.PrintStream;
import java.util.Collection;
import java.util.Locale;
import java.util.concurrent.ConcurrentSkipListSet;

/** Prints the progress of a start: what starts, and how long it took. */
public final class Progress {

    private final PrintStream out;
    private final Collection<String> pending = new ConcurrentSkipListSet<>();

    public Progress(PrintStream out) {
        this.out = out;
    }

    /** Prints nothing. For tests. */
    public static Progress silent() {
        return new Progress(new PrintStream(PrintStream.nullOutputStream()));
    }

    public void line(String text) {
        out.println(text);
        out.flush();
    }

    public void say(String part, String what) {
        line("  %-18s %s".formatted(part, what));
    }

    /** Prints that a step began. The caller reports the end through the returned {@link Step}. */
    public Step begin(String part, String what) {
        say(part, what);
        pending.add(part);
        return new Step(part, System.nanoTime());
    }

    /** Prints the steps that have not ended, so that a slow start does not look stuck. */
    public void remind(long seconds) {
        if (!pending.isEmpty()) {
            say("…", "%s: in progress, %d s since the start".formatted(String.join(", ", pending), seconds));
        }
    }

    /** Formats a duration, as in "4.2 s". */
    public static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.1f s", nanos / 1e9);
    }

    /** A step that has begun. */
    public final class Step implements AutoCloseable {

        private final String part;
        private final long start;

        private Step(String part, long start) {
            this.part = part;
            this.start = start;
        }

        /** Prints {@code what} and the time that the step took, as in "ready after 4.2 s". */
        public void done(String what) {
            close();
            say(part, what + " after " + seconds(System.nanoTime() - start));
        }

        @Override
        public void close() {
            pending.remove(part);
        }
    }
}

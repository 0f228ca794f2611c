package dev.haru.local.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The group in which Linux schedules this session's processes, outside of containers. Every backend of PostgreSQL is a
 * session of its own, so what is nice among our threads is not nice to the database: a query that finds both cores
 * computing hashes waits for them. Nice as a group, they let it go first. Other systems have no such groups, and a
 * container's processes are one group anyway; there nothing changes.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/sched.7.html">sched(7), "The autogroup feature"</a>
 */
public final class Autogroup implements AutoCloseable {

    /** Two thirds of the weight of a group at 0. At 5, clients on the same machine push the gateway aside. */
    private static final int NICE = 2;

    private static final int USUAL = 0;
    private static final Path OF_THIS_SESSION = Path.of("/proc/self/autogroup");
    private static final Pattern CONTENT = Pattern.compile("/autogroup-\\d+ nice (-?\\d+)\\s*");

    private final Path file;

    private Autogroup(Path file) {
        this.file = file;
    }

    /** Nice from now on until it is closed, unless somebody else has set how nice it is. */
    public static Autogroup nice() {
        return nice(OF_THIS_SESSION);
    }

    static Autogroup nice(Path file) {
        Autogroup group = new Autogroup(file);
        group.change(USUAL, NICE);
        return group;
    }

    /** As usual again, which a launcher that was killed could not bring about; the session outlives it. */
    public static void restore() {
        new Autogroup(OF_THIS_SESSION).close();
    }

    @Override
    public void close() {
        change(NICE, USUAL);
    }

    private void change(int from, int to) {
        try {
            Matcher content = CONTENT.matcher(Files.readString(file));
            if (content.matches() && Integer.parseInt(content.group(1)) == from) {
                Files.writeString(file, Integer.toString(to));
            }
        } catch (IOException none) {
            // Not Linux, or a kernel without groups or that allows no change now: all works, a little slower.
        }
    }
}

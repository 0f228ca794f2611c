package dev.haru.local.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The autogroup of this session: the unit by which Linux shares processors outside of containers. A nice value counts
 * only within an autogroup, and every PostgreSQL backend is an autogroup of its own. A query therefore waits for
 * password hashes although their threads have the nice value 10. A lower priority of the whole session lets PostgreSQL
 * run first. In a container and on other systems nothing changes.
 *
 * @see <a href="https://man7.org/linux/man-pages/man7/sched.7.html">sched(7), "The autogroup feature"</a>
 */
public final class Autogroup implements AutoCloseable {

    /**
     * With the nice value 2, the kernel gives the autogroup 655 of the default's 1,024 shares. With 5, load generators
     * displace the gateway.
     */
    private static final int LOWERED = 2;

    private static final int DEFAULT = 0;
    private static final Path OF_THIS_SESSION = Path.of("/proc/self/autogroup");
    private static final Pattern CONTENT = Pattern.compile("/autogroup-\\d+ nice (-?\\d+)\\s*");

    private final Path file;

    private Autogroup(Path file) {
        this.file = file;
    }

    /** Lowers the priority of this session until {@link #close}. A priority other than the default stays. */
    public static Autogroup lowerPriority() {
        return lowerPriority(OF_THIS_SESSION);
    }

    static Autogroup lowerPriority(Path file) {
        Autogroup group = new Autogroup(file);
        group.change(DEFAULT, LOWERED);
        return group;
    }

    /** Restores the default priority after a launcher was killed: the session may outlive the launcher. */
    public static void restorePriority() {
        new Autogroup(OF_THIS_SESSION).close();
    }

    @Override
    public void close() {
        change(LOWERED, DEFAULT);
    }

    private void change(int from, int to) {
        try {
            Matcher content = CONTENT.matcher(Files.readString(file));
            if (content.matches() && Integer.parseInt(content.group(1)) == from) {
                Files.writeString(file, Integer.toString(to));
            }
        } catch (IOException unsupported) {
            // Haru also runs without autogroups. Where the kernel refuses a change, reads that run beside password
            // hashes are slower.
        }
    }
}

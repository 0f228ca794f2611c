package dev.haru.platform.priority;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nice value of a thread: how far it lets others go first when no core is free, from 0 to 19. Linux has one for
 * each thread, compares it with those of the same container only, and lets nobody but a privileged process take it
 * back. Java's own priorities do not reach it without flags that concern all threads of the JVM.
 *
 * @see <a href="https://man7.org/linux/man-pages/man2/setpriority.2.html">setpriority(2)</a>
 */
public final class Niceness {

    private static final Logger log = LoggerFactory.getLogger(Niceness.class);

    private static final int PRIO_PROCESS = 0;
    private static final int THIS_THREAD = 0;

    private Niceness() {}

    /**
     * Makes the calling platform thread as nice as that, where each thread has a nice value; elsewhere does nothing.
     */
    public static void ofThisThread(int value) {
        if (!System.getProperty("os.name").equals("Linux")) {
            return; // Others take it for the whole process.
        }
        try {
            int code = (int) setpriority().invokeExact(PRIO_PROCESS, THIS_THREAD, value);
            if (code != 0) {
                log.warn("{} keeps its priority", Thread.currentThread().getName());
            }
        } catch (Throwable failure) {
            // Who computes at the wrong priority still computes.
            log.warn("{} keeps its priority", Thread.currentThread().getName(), failure);
        }
    }

    @SuppressWarnings("restricted") // the jar's manifest enables native access
    private static MethodHandle setpriority() {
        // int setpriority(int which, id_t who, int prio)
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("setpriority"),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }
}

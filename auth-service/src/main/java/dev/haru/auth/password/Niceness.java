package dev.haru.auth.password;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nice value of a thread, which on Linux every thread has for itself (setpriority(2), "C library/kernel
 * differences"): a nicer thread gets what processor time the others leave. Java's own priorities do nothing there.
 */
final class Niceness {

    private static final Logger log = LoggerFactory.getLogger(Niceness.class);
    private static final int PRIO_PROCESS = 0;
    private static final int THIS_THREAD = 0;

    private Niceness() {}

    /** Makes the calling thread this nice, from 1 to 19; elsewhere than on Linux nothing happens. */
    @SuppressWarnings("restricted") // the jar's manifest enables native access
    static void ofThisThread(int nice) {
        if (nice == 0 || !System.getProperty("os.name").equals("Linux")) {
            return;
        }
        try {
            Linker linker = Linker.nativeLinker();
            int code = (int) linker.downcallHandle(
                            linker.defaultLookup().findOrThrow("setpriority"),
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT))
                    .invokeExact(PRIO_PROCESS, THIS_THREAD, nice);
            if (code != 0) {
                log.info("the hashing threads keep their priority: setpriority answered {}", code);
            }
        } catch (Throwable unavailable) {
            log.info("the hashing threads keep their priority: {}", unavailable.toString());
        }
    }
}

package dev.haru.platform.test;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Sets how long a test awaits a condition if it sets no time-out itself. Awaitility's default of ten seconds is shorter
 * than some pauses of a busy machine. JUnit finds this class in META-INF/services, in each module with this test code.
 */
public final class LongAwaitTimeout implements LauncherSessionListener {

    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        try {
            Awaitility.setDefaultTimeout(TIMEOUT);
        } catch (NoClassDefFoundError withoutAwaitility) {
            // Some modules use only the architecture rules of this test code.
        }
    }
}

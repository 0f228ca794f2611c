package dev.haru.systemtests.chaos;

import java.time.Duration;

/**
 * A fault that lasts for a while.
 *
 * @param name the name in the table
 * @param begin causes the fault
 * @param lasts how long the fault lasts before {@code end} is called
 * @param end ends the fault; returns when the part works again
 */
record Fault(String name, Step begin, Duration lasts, Step end) {

    /** An action on the system. */
    interface Step {
        void run() throws Exception;
    }
}

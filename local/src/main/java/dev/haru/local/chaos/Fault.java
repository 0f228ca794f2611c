package dev.haru.local.chaos;

import java.time.Duration;

/**
 * Something that goes wrong for a while.
 *
 * @param name as a reader of the table knows it
 * @param begin makes it go wrong
 * @param lasts how long nothing is done about it
 * @param end makes it right again; returns when it is
 */
record Fault(String name, Step begin, Duration lasts, Step end) {

    /** What is done to the system. */
    interface Step {
        void run() throws Exception;
    }
}

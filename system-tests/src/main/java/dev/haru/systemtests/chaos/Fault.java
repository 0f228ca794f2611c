package dev.haru.systemtests.chaos;

import java.time.Duration;
import java.util.List;

/**
 * A fault that lasts for a while.
 *
 * @param name the name in the table
 * @param begin causes the fault
 * @param lasts how long the fault lasts before {@code end} is called
 * @param end ends the fault; returns when the part works again
 * @param expectation what the fault may not prevent
 */
record Fault(String name, Step begin, Duration lasts, Step end, Expectation expectation) {

    /** A fault that the system must recover from, without other expectations. */
    Fault(String name, Step begin, Duration lasts, Step end) {
        this(name, begin, lasts, end, Expectation.NONE);
    }

    /** An action on the system. */
    interface Step {
        void run() throws Exception;
    }

    /** What a fault may not prevent. Each method returns a line for each violation. */
    interface Expectation {

        /** Expects nothing. */
        Expectation NONE = new Expectation() {
            @Override
            public List<String> violatedBeforeTheEnd(List<Call> calls) {
                return List.of();
            }

            @Override
            public List<String> violatedAfterTheEnd() {
                return List.of();
            }
        };

        /** @param calls all calls since the begin of the fault */
        List<String> violatedBeforeTheEnd(List<Call> calls) throws Exception;

        /** Waits until the expectation is met, or for a limit. */
        List<String> violatedAfterTheEnd() throws Exception;
    }
}

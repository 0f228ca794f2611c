package dev.haru.platform.warmup;

import java.util.List;

/** The warm-up calls of a service before it becomes ready: its main calls, none of which changes data. */
public interface WarmUpScenario {

    /** The calls of one pass, in order. Called for each pass. */
    List<WarmUpCall> calls();

    /**
     * Warms up code that no call reaches without changing data. Runs before the calls of each pass, even if the time
     * limit interrupts the pass.
     */
    default void beforeCalls() {}
}

package dev.haru.platform.warmup;

import java.util.List;

/** What a process practises before it is ready: its main calls, none of which changes anything. */
public interface WarmUpScenario {

    /** The calls of one pass, in order; each pass asks anew. */
    List<WarmUpCall> calls();

    /**
     * What no call reaches without changing anything; before the calls of each pass, those that the time limit cuts,
     * too.
     */
    default void beforeCalls() {}
}

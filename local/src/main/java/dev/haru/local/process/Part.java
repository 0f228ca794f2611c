package dev.haru.local.process;

/** A running part of the system, whether a store or a service. */
public interface Part {

    String name();

    boolean isAlive();

    /** Its process; of a store the first one, the others descend from it. */
    ProcessHandle process();

    /** Why and how it ended, for a part that is not alive any more. */
    PartFailed death();

    /** Ends it orderly, then by force after ten seconds; returns when it is gone. */
    void stop();
}

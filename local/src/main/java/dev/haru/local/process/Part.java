package dev.haru.local.process;

/** A running part of the system: a store or a service. */
public interface Part {

    String name();

    boolean isAlive();

    /** The process. For a store, the first process, from which the store's other processes descend. */
    ProcessHandle process();

    /** Why and how the part ended. Call it only if the part is not alive. */
    PartFailed failure();

    /** Asks the part to end, and kills it after ten seconds. Returns when the part has ended. */
    void stop();
}

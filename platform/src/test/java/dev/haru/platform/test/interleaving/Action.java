package dev.haru.platform.test.interleaving;

/** Code of a test that may throw. */
@FunctionalInterface
public interface Action {

    /** Runs the code. */
    void run() throws Exception;
}

package dev.haru.auth.password;

/**
 * The function Argon2id, version 1.3 (<a href="https://www.rfc-editor.org/rfc/rfc9106">RFC 9106</a>), by whichever
 * implementation is at hand.
 */
interface Argon2id {

    /** The hash of a password under a salt, this many bytes long. */
    byte[] hash(byte[] password, byte[] salt, Cost cost, int length);

    /** What a person who reads the log should know it as. */
    String name();

    /**
     * What one hash costs.
     *
     * @param memory memory in KiB
     * @param iterations passes over the memory
     * @param parallelism lanes
     */
    record Cost(int memory, int iterations, int parallelism) {}
}

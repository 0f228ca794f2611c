package dev.haru.auth.password;

/**
 * The hash function Argon2id, version 1.3 (<a href="https://www.rfc-editor.org/rfc/rfc9106">RFC 9106</a>). Its
 * implementations are native or in Java.
 */
interface Argon2id {

    /**
     * The hash of a password with a salt.
     *
     * @param length length of the hash in bytes
     */
    byte[] hash(byte[] password, byte[] salt, Cost cost, int length);

    /** The name of the implementation for the log. */
    String name();

    /**
     * The cost of one hash.
     *
     * @param memory memory in KiB
     * @param iterations passes over the memory
     * @param parallelism lanes
     */
    record Cost(int memory, int iterations, int parallelism) {}
}

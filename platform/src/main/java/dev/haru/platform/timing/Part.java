package dev.haru.platform.timing;

import org.jspecify.annotations.Nullable;

/**
 * An activity of a service on behalf of a request. Of several concurrent activities, the one with the highest rank
 * counts.
 */
public enum Part {
    /** The service's own work: none of the other activities. */
    OWN(0, null),
    /** Waiting for the response of an upstream service. */
    UPSTREAM(1, null),
    /** Waiting for permission to hash a password. */
    HASH_WAIT(2, "hash-wait"),
    /** Hashing a password. */
    HASH(3, "hash"),
    /** Waiting for the response of the database. */
    DB(4, "db"),
    /** Waiting for a pooled connection, including the check that the connection works. */
    POOL(5, "pool");

    /** Starts at 0 and increases by one. */
    final int rank;

    /** The entry in the header; null if the entry carries the name of a service. */
    final @Nullable String entry;

    Part(int rank, @Nullable String entry) {
        this.rank = rank;
        this.entry = entry;
    }
}

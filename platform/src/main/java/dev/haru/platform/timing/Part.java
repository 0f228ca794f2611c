package dev.haru.platform.timing;

import org.jspecify.annotations.Nullable;

/** What a service can be doing for a request. Of several at once the one with the highest rank has the time. */
public enum Part {
    /** Nothing of the below: the service's own work. */
    OWN(0, null),
    /** Waiting for a neighbour's answer. */
    NEIGHBOUR(1, null),
    /** Waiting for a turn to hash. */
    HASH_WAIT(2, "hash-wait"),
    /** Hashing a password. */
    HASH(3, "hash"),
    /** Waiting for the database's answer. */
    DB(4, "db"),
    /** Waiting for a pooled connection, the check that it still lives included. */
    POOL(5, "pool");

    /** Counts up from 0. */
    final int rank;

    /** The entry in the header; null for what goes by a service's name. */
    final @Nullable String entry;

    Part(int rank, @Nullable String entry) {
        this.rank = rank;
        this.entry = entry;
    }
}

package dev.haru.platform.identity;

import java.time.Duration;

/**
 * The settings of a cache.
 *
 * @param enabled whether the cache is used
 * @param timeToLive maximum age of an entry, counted from its reading in the database
 * @param refreshAfter age from which a request renews the entry in the background; zero: never
 * @param jitterPercent percentage of the time to live by which an entry may expire earlier, at random
 * @param size maximum number of entries
 * @param unknownTimeToLive how long the cache keeps that a key has no owner
 * @param unknownSize maximum number of keys without an owner
 * @param staleIfError maximum age of an entry while the upstream service fails; zero: no stale entries
 */
public record CacheSettings(
        boolean enabled,
        Duration timeToLive,
        Duration refreshAfter,
        int jitterPercent,
        int size,
        Duration unknownTimeToLive,
        int unknownSize,
        Duration staleIfError) {}

package dev.haru.platform.identity;

import java.time.Duration;

/**
 * How a cache keeps what it is told.
 *
 * @param enabled whether anything is kept at all
 * @param timeToLive how old an answer may be, counted from its reading in the database
 * @param refreshAfter how old an answer is when the next one who asks for it has it renewed, without waiting; zero for
 *     never
 * @param jitterPercent by how many percent of the time to live an answer may end sooner, at random
 * @param size how many answers are kept
 * @param unknownTimeToLive how long it is kept that there is nobody
 * @param unknownSize how many keys are kept for which there is nobody
 * @param staleIfError how old an answer may be while nobody can say anything newer; zero for no older than otherwise
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

/**
 * Caches the owners of tokens and data of accounts in memory. Revocations reach all processes. An entry is at most ten
 * seconds old, however many services it came through.
 */
@NullMarked
package dev.haru.platform.identity;

import org.jspecify.annotations.NullMarked;

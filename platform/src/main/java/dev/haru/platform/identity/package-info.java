/**
 * Whose token it is, remembered for a moment: kept in memory, told to all processes when it is no longer so, and never
 * older than ten seconds, however many services the answer came through.
 */
@NullMarked
package dev.haru.platform.identity;

import org.jspecify.annotations.NullMarked;

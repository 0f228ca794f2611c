/** Timing of requests, reported in the response header {@code Server-Timing}. */
@NullMarked
package dev.haru.platform.timing;

import org.jspecify.annotations.NullMarked;

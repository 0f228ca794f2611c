/** Finds the service that became slower, from the times of its calls before and after. */
@NullMarked
package dev.haru.latency.why;

import org.jspecify.annotations.NullMarked;

/** Common implementations of the schedule limit, as a baseline. */
@NullMarked
package dev.haru.bench.limit;

import org.jspecify.annotations.NullMarked;

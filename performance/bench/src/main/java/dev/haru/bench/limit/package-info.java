/** The limit of schedules as it is often kept, to compare with. */
@NullMarked
package dev.haru.bench.limit;

import org.jspecify.annotations.NullMarked;

/** Columns and figures as a terminal shows them. */
@NullMarked
package dev.haru.latency.table;

import org.jspecify.annotations.NullMarked;

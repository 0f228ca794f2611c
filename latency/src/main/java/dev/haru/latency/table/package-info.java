/** Tables and figures for a terminal. */
@NullMarked
package dev.haru.latency.table;

import org.jspecify.annotations.NullMarked;

/** A trace: its spans, their tree, and comparable clocks. */
@NullMarked
package dev.haru.latency.trace;

import org.jspecify.annotations.NullMarked;

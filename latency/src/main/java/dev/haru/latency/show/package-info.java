/** One trace: its spans, its critical path, its log lines and its {@code Server-Timing}. */
@NullMarked
package dev.haru.latency.show;

import org.jspecify.annotations.NullMarked;

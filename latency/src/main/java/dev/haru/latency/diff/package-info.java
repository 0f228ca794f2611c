/** Finds what became slower between two sets of traces, and whether that is chance. */
@NullMarked
package dev.haru.latency.diff;

import org.jspecify.annotations.NullMarked;

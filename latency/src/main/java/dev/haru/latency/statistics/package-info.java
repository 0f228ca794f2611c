/** Percentiles, samples of bounded size, the medoid, and the bootstrap. */
@NullMarked
package dev.haru.latency.statistics;

import org.jspecify.annotations.NullMarked;

/** Percentiles, samples of bounded size, the most typical of many, and the bootstrap. */
@NullMarked
package dev.haru.latency.statistics;

import org.jspecify.annotations.NullMarked;

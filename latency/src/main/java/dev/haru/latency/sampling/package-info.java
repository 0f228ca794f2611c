/** The probability with which requests were sampled, and how many requests they stand for. */
@NullMarked
package dev.haru.latency.sampling;

import org.jspecify.annotations.NullMarked;

/** Predicts the latency of a route if a component became faster or slower. */
@NullMarked
package dev.haru.latency.whatif;

import org.jspecify.annotations.NullMarked;

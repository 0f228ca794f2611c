/** Assigns the time on the critical path to components. */
@NullMarked
package dev.haru.latency.component;

import org.jspecify.annotations.NullMarked;

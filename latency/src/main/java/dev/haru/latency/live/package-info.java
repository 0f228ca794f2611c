/** Recent traces, which are kept in bounded memory, and their figures over time. */
@NullMarked
package dev.haru.latency.live;

import org.jspecify.annotations.NullMarked;

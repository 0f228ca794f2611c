/** The log lines of a trace, from files or Loki. */
@NullMarked
package dev.haru.latency.log;

import org.jspecify.annotations.NullMarked;

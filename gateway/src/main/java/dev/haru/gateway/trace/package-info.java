/** Trace context: continues the client's trace or starts one, returns the trace id, and adds it to log lines. */
@NullMarked
package dev.haru.gateway.trace;

import org.jspecify.annotations.NullMarked;

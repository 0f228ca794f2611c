/** The critical path of a request: for each moment, the one span that the request waited for. */
@NullMarked
package dev.haru.latency.path;

import org.jspecify.annotations.NullMarked;

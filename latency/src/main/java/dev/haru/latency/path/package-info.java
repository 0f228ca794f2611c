/** The critical path of a request: for each moment the one span that it waited for. */
@NullMarked
package dev.haru.latency.path;

import org.jspecify.annotations.NullMarked;

/** The requests in a trace, and their routes. */
@NullMarked
package dev.haru.latency.route;

import org.jspecify.annotations.NullMarked;

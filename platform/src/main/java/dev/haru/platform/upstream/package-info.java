/** Calls to upstream services: retries, circuit breakers, bulkheads, and the settings of the HTTP client. */
@NullMarked
package dev.haru.platform.upstream;

import org.jspecify.annotations.NullMarked;

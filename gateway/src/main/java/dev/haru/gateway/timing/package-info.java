/** {@code Server-Timing}: how long each service took for a request, on every response if enabled. */
@NullMarked
package dev.haru.gateway.timing;

import org.jspecify.annotations.NullMarked;

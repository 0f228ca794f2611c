/**
 * Where the time of a request went, as the gateway saw it: {@code Server-Timing} on every answer, for who may see it.
 */
@NullMarked
package dev.haru.gateway.timing;

import org.jspecify.annotations.NullMarked;

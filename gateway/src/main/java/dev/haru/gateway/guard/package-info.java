/** Refusals that need no service: unreadable requests, malformed tokens, bodies over the limit. */
@NullMarked
package dev.haru.gateway.guard;

import org.jspecify.annotations.NullMarked;

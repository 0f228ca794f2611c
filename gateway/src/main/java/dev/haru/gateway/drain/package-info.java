/** Moves clients to other gateways while this one shuts down. */
@NullMarked
package dev.haru.gateway.drain;

import org.jspecify.annotations.NullMarked;

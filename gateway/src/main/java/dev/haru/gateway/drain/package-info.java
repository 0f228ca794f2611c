/** Clients are sent to another gateway while this one ends. */
@NullMarked
package dev.haru.gateway.drain;

import org.jspecify.annotations.NullMarked;

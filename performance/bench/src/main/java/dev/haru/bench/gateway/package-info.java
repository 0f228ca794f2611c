/** A gateway that only forwards, to see what the house's own adds to it. */
@NullMarked
package dev.haru.bench.gateway;

import org.jspecify.annotations.NullMarked;

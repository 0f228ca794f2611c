/** A gateway that only forwards. The difference to Haru's gateway is the cost of Haru's own filters. */
@NullMarked
package dev.haru.bench.gateway;

import org.jspecify.annotations.NullMarked;

/** The warm-up calls of the gateway. */
@NullMarked
package dev.haru.gateway.warmup;

import org.jspecify.annotations.NullMarked;

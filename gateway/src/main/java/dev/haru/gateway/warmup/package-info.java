/** What the gateway practises before it is ready. */
@NullMarked
package dev.haru.gateway.warmup;

import org.jspecify.annotations.NullMarked;

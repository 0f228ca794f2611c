/** Warm-up: a process becomes ready only when it responds as fast as it will later. */
@NullMarked
package dev.haru.platform.warmup;

import org.jspecify.annotations.NullMarked;

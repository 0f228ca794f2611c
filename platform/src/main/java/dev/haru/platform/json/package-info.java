/** Strict JSON at the door: what a client did not mean is refused by name instead of being guessed. */
@NullMarked
package dev.haru.platform.json;

import org.jspecify.annotations.NullMarked;

/** Conditional requests: entity tags, {@code If-Match} and {@code If-None-Match}. */
@NullMarked
package dev.haru.platform.precondition;

import org.jspecify.annotations.NullMarked;

/** A route over many requests: which component cost how much. */
@NullMarked
package dev.haru.latency.profile;

import org.jspecify.annotations.NullMarked;

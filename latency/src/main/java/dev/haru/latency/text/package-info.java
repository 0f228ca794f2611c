/** Text for a terminal. */
@NullMarked
package dev.haru.latency.text;

import org.jspecify.annotations.NullMarked;

/** The limit on log lines about repeated failures. */
@NullMarked
package dev.haru.platform.log;

import org.jspecify.annotations.NullMarked;

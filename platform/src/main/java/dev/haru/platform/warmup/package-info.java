/** A start that is not over before the process answers as fast as it later will. */
@NullMarked
package dev.haru.platform.warmup;

import org.jspecify.annotations.NullMarked;

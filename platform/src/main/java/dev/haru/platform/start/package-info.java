/** Why a process did not start, told to who started it. */
@NullMarked
package dev.haru.platform.start;

import org.jspecify.annotations.NullMarked;

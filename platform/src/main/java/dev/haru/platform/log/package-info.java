/** The bound on what repeated failures write into the log. */
@NullMarked
package dev.haru.platform.log;

import org.jspecify.annotations.NullMarked;

/** How the processes use Redis: quickly or not at all. */
@NullMarked
package dev.haru.platform.redis;

import org.jspecify.annotations.NullMarked;

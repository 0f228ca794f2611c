/** The settings for Redis: commands succeed quickly or fail at once. */
@NullMarked
package dev.haru.platform.redis;

import org.jspecify.annotations.NullMarked;

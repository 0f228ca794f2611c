/** The settings for Redis: commands succeed quickly or fail at once. A subscription survives an outage of Redis. */
@NullMarked
package dev.haru.platform.redis;

import org.jspecify.annotations.NullMarked;

/** One test for all endpoints of a service: the largest, deepest and most expensive values stay cheap and harmless. */
@NullMarked
package dev.haru.platform.test.bounds;

import org.jspecify.annotations.NullMarked;

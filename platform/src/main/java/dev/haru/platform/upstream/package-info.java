/**
 * How a service calls its neighbours: what is tried twice, when one is left alone, and what the HTTP client may not do.
 */
@NullMarked
package dev.haru.platform.upstream;

import org.jspecify.annotations.NullMarked;

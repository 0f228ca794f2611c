/** Summarises many requests of a route: the cost of each component. */
@NullMarked
package dev.haru.latency.profile;

import org.jspecify.annotations.NullMarked;

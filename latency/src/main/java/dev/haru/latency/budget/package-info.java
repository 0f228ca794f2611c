/** The time limits of routes and components, and their comparison with measured requests. */
@NullMarked
package dev.haru.latency.budget;

import org.jspecify.annotations.NullMarked;

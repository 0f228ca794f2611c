/** What each route and component may cost, and what it did. */
@NullMarked
package dev.haru.latency.budget;

import org.jspecify.annotations.NullMarked;

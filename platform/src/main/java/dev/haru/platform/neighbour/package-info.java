/** How a service calls its neighbours: what the HTTP client may do by itself, and what it may not. */
@NullMarked
package dev.haru.platform.neighbour;

import org.jspecify.annotations.NullMarked;

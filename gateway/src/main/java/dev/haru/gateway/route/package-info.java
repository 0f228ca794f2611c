/** Which path belongs to which service, and how the gateway talks to it. */
@NullMarked
package dev.haru.gateway.route;

import org.jspecify.annotations.NullMarked;

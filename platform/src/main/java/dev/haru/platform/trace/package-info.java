/** The W3C trace context of a request: read or created, logged, returned and forwarded. */
@NullMarked
package dev.haru.platform.trace;

import org.jspecify.annotations.NullMarked;

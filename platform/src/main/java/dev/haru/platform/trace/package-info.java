/** The W3C trace context of a request: taken or started, logged, answered, handed on. */
@NullMarked
package dev.haru.platform.trace;

import org.jspecify.annotations.NullMarked;

/** The trace id of a request: taken or started, answered with, written beside log lines. */
@NullMarked
package dev.haru.gateway.trace;

import org.jspecify.annotations.NullMarked;

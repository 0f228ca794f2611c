/**
 * The responses of the gateway when no service responds: problem details (RFC 9457), and one log line for a failure.
 */
@NullMarked
package dev.haru.gateway.problem;

import org.jspecify.annotations.NullMarked;

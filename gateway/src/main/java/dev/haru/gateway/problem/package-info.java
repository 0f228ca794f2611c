/** What the gateway answers when no service does: problem details (RFC 9457), one line in the log. */
@NullMarked
package dev.haru.gateway.problem;

import org.jspecify.annotations.NullMarked;

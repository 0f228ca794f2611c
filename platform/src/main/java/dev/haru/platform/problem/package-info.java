/** One error format: RFC 9457 problem details with a stable code, a trace id and the fields at fault. */
@NullMarked
package dev.haru.platform.problem;

import org.jspecify.annotations.NullMarked;

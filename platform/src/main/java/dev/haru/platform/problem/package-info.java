/** The one error format: RFC 9457 problem details with a stable code, a trace id and the invalid fields. */
@NullMarked
package dev.haru.platform.problem;

import org.jspecify.annotations.NullMarked;

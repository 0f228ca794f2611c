/**
 * The deadline of a request: read from the client service, enforced in calls, forwarded to upstream services. The data
 * source enforces it in SQL statements.
 */
@NullMarked
package dev.haru.platform.deadline;

import org.jspecify.annotations.NullMarked;

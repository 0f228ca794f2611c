/**
 * The deadline of a request: read from the client service, enforced in calls and SQL statements, forwarded to upstream
 * services.
 */
@NullMarked
package dev.haru.platform.deadline;

import org.jspecify.annotations.NullMarked;

/** Recurrence by RFC 5545: validates rules and expands them to starts in local time, without a zone. */
@NullMarked
package dev.haru.schedule.recurrence;

import org.jspecify.annotations.NullMarked;

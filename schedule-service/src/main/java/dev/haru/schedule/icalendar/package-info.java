/** Calendars as iCalendar files (RFC 5545): export, import and a feed for other programs. */
@NullMarked
package dev.haru.schedule.icalendar;

import org.jspecify.annotations.NullMarked;

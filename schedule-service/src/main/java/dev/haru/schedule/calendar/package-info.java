/** The calendars of members: schedules, pages of schedules, and their limit. */
@NullMarked
package dev.haru.schedule.calendar;

import org.jspecify.annotations.NullMarked;

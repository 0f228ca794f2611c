/** A member's calendar: the schedules in it, their pages, and their limit. */
@NullMarked
package dev.haru.schedule.calendar;

import org.jspecify.annotations.NullMarked;

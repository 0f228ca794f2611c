/** The client of schedule-service, which stores the schedules. */
@NullMarked
package dev.haru.auth.schedule;

import org.jspecify.annotations.NullMarked;

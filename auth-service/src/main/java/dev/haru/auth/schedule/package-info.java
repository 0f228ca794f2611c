/** The neighbour schedule-service, which keeps the schedules. */
@NullMarked
package dev.haru.auth.schedule;

import org.jspecify.annotations.NullMarked;

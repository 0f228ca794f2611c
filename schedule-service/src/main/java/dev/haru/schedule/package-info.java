/** What somebody plans: schedules, how many a member may have, and where they can be. */
@NullMarked
package dev.haru.schedule;

import org.jspecify.annotations.NullMarked;

/** Reports on a member's days and weeks: computed in one query, and cached until the next day or week begins. */
@NullMarked
package dev.haru.schedule.report;

import org.jspecify.annotations.NullMarked;

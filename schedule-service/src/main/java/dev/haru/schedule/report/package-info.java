/** What a member's days and weeks look like: computed in one query, and remembered until the next one begins. */
@NullMarked
package dev.haru.schedule.report;

import org.jspecify.annotations.NullMarked;

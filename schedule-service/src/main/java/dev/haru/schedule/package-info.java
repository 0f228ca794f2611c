/** The schedules of members: their limit, their locations, reports on them, and templates for them. */
@NullMarked
package dev.haru.schedule;

import org.jspecify.annotations.NullMarked;

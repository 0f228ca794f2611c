/** The locations that a schedule can have: reference data. */
@NullMarked
package dev.haru.schedule.location;

import org.jspecify.annotations.NullMarked;

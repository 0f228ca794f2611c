/** The places that a schedule can name: reference data. */
@NullMarked
package dev.haru.schedule.location;

import org.jspecify.annotations.NullMarked;

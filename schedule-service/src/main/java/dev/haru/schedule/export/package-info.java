/** The data of a member in this service, for the archive that auth-service gathers. */
@NullMarked
package dev.haru.schedule.export;

import org.jspecify.annotations.NullMarked;

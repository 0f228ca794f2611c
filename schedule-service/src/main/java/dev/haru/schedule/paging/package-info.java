/** How the pages of a list say where the next one begins. */
@NullMarked
package dev.haru.schedule.paging;

import org.jspecify.annotations.NullMarked;

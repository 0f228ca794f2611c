/** Cursors, with which a page of a list refers to the next page. */
@NullMarked
package dev.haru.schedule.paging;

import org.jspecify.annotations.NullMarked;

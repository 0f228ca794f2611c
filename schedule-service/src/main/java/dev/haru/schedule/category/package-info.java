/** The categories of templates: reference data, with a name in each language. */
@NullMarked
package dev.haru.schedule.category;

import org.jspecify.annotations.NullMarked;

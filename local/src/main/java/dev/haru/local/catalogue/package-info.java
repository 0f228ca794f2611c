/** Templates, ratings and adoptions at size, for measurements: skewed like real popularity, and the same each time. */
@NullMarked
package dev.haru.local.catalogue;

import org.jspecify.annotations.NullMarked;

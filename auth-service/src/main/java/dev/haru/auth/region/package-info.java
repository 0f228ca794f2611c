/** The names of the regions that a member can live in. */
@NullMarked
package dev.haru.auth.region;

import org.jspecify.annotations.NullMarked;

/** The names of the regions that a member may live in. */
@NullMarked
package dev.haru.auth.region;

import org.jspecify.annotations.NullMarked;

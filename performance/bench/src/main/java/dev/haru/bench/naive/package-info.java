/** The member's own profile as it is often written, to compare with. */
@NullMarked
package dev.haru.bench.naive;

import org.jspecify.annotations.NullMarked;

/** Where the time of a request went, said in the header {@code Server-Timing} of its answer. */
@NullMarked
package dev.haru.platform.timing;

import org.jspecify.annotations.NullMarked;

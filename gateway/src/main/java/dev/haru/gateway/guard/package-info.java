/** What is refused here because no service is needed to know that it is wrong. */
@NullMarked
package dev.haru.gateway.guard;

import org.jspecify.annotations.NullMarked;

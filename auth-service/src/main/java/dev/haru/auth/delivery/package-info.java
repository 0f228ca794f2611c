/** The outcome of calls that deliver changes to upstream services. */
@NullMarked
package dev.haru.auth.delivery;

import org.jspecify.annotations.NullMarked;

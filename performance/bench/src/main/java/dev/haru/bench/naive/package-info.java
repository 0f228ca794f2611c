/** A common implementation of {@code GET /v1/members/me}, as a baseline. */
@NullMarked
package dev.haru.bench.naive;

import org.jspecify.annotations.NullMarked;

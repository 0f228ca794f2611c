/** A sign-in as WebFlux tutorials write it, an application of its own. */
@NullMarked
package dev.haru.bench.reactive;

import org.jspecify.annotations.NullMarked;

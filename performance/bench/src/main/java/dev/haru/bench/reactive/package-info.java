/** A sign-in as in WebFlux tutorials, in an application of its own. */
@NullMarked
package dev.haru.bench.reactive;

import org.jspecify.annotations.NullMarked;

/** Checks whether traces are reliable: missing parents, broken propagation, clock skew. */
@NullMarked
package dev.haru.latency.doctor;

import org.jspecify.annotations.NullMarked;

/** A member's way from signing up to erasure, gone once through a gateway that runs: what {@code helm test} does. */
@NullMarked
package dev.haru.gateway.smoketest;

import org.jspecify.annotations.NullMarked;

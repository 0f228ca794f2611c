/** Baselines that run in the process of the measured service. */
@NullMarked
package dev.haru.bench;

import org.jspecify.annotations.NullMarked;

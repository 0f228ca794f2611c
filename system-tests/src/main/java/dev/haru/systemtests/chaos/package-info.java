/** Injects faults into the local system, or measures it for a long time, while virtual users send requests. */
@NullMarked
package dev.haru.systemtests.chaos;

import org.jspecify.annotations.NullMarked;

/** Whether the traces can be believed: spans without parents, broken propagation, clocks. */
@NullMarked
package dev.haru.latency.doctor;

import org.jspecify.annotations.NullMarked;

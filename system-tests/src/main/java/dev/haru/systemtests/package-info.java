/** Commands that load templates into a running system, or inject faults into a separate one. */
@NullMarked
package dev.haru.systemtests;

import org.jspecify.annotations.NullMarked;

/** Reads the configuration of all modules and reports timeouts that do not nest. */
@NullMarked
package dev.haru.systemtests.lint;

import org.jspecify.annotations.NullMarked;

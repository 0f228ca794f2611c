/** Reads the configuration of all modules, as they would, and says which time-outs do not nest. */
@NullMarked
package dev.haru.local.lint;

import org.jspecify.annotations.NullMarked;

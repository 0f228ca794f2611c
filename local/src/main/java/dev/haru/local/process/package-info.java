/** Processes of this machine: how they are found again, stopped for sure, and told about. */
@NullMarked
package dev.haru.local.process;

import org.jspecify.annotations.NullMarked;

/** The processes of this machine: pid files, start and stop, locks, and progress output. */
@NullMarked
package dev.haru.local.process;

import org.jspecify.annotations.NullMarked;

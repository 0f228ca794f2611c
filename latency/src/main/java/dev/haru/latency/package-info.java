/** The command line: its commands, options and exit codes. */
@NullMarked
package dev.haru.latency;

import org.jspecify.annotations.NullMarked;

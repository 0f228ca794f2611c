/** The launcher behind {@code make run}: starts the whole system on this machine, watches it and stops it. */
@NullMarked
package dev.haru.local;

import org.jspecify.annotations.NullMarked;

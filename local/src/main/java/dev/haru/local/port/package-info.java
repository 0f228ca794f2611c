/** The port of each process, and a check that the ports are free. */
@NullMarked
package dev.haru.local.port;

import org.jspecify.annotations.NullMarked;

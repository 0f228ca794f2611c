/** Which process listens where, and whether it can. */
@NullMarked
package dev.haru.local.port;

import org.jspecify.annotations.NullMarked;

/** Prefixes of client addresses. */
@NullMarked
package dev.haru.platform.address;

import org.jspecify.annotations.NullMarked;

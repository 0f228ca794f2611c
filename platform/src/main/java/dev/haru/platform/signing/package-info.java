/** Signatures that several processes create and verify with shared secrets that can be rotated. */
@NullMarked
package dev.haru.platform.signing;

import org.jspecify.annotations.NullMarked;

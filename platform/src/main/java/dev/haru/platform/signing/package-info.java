/** Signatures that several processes make and verify under shared, rotatable secrets. */
@NullMarked
package dev.haru.platform.signing;

import org.jspecify.annotations.NullMarked;

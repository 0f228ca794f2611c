/** The format of tokens, checked without a look-up. */
@NullMarked
package dev.haru.platform.token;

import org.jspecify.annotations.NullMarked;

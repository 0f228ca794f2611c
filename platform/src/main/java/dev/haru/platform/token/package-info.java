/** The shape of a token, checked without asking anyone. */
@NullMarked
package dev.haru.platform.token;

import org.jspecify.annotations.NullMarked;

/** The end of an account: at once for its owner, surely for the neighbours, and then for its rows. */
@NullMarked
package dev.haru.auth.erasure;

import org.jspecify.annotations.NullMarked;

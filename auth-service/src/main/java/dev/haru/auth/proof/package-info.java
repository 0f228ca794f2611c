/** Fresh proofs: how long ago the password was given in a session, for changes that a token alone must not make. */
@NullMarked
package dev.haru.auth.proof;

import org.jspecify.annotations.NullMarked;

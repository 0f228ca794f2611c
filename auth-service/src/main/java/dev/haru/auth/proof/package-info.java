/**
 * Fresh proofs: recent checks of the password, and of the second factor if there is one, in a session, for changes that
 * an access token alone must not permit.
 */
@NullMarked
package dev.haru.auth.proof;

import org.jspecify.annotations.NullMarked;

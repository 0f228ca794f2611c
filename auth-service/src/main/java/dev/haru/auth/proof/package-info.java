/** Fresh proofs: recent password checks in a session, for changes that an access token alone must not permit. */
@NullMarked
package dev.haru.auth.proof;

import org.jspecify.annotations.NullMarked;

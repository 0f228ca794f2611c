/** Hashes and verifies passwords, and limits concurrent hashes. */
@NullMarked
package dev.haru.auth.password;

import org.jspecify.annotations.NullMarked;

/** Passwords: how they are hashed and verified, and how many at once. */
@NullMarked
package dev.haru.auth.password;

import org.jspecify.annotations.NullMarked;

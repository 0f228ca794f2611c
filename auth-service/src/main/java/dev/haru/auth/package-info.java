/** auth-service: accounts, passwords, sign-in, sessions and tokens. */
@NullMarked
package dev.haru.auth;

import org.jspecify.annotations.NullMarked;

/**
 * Protects sign-in, registration and confirmation against guessing, and keeps accounts available to their owners. The
 * login guard counts failures by address, by account and by both. It requires proof of work, and it blocks. See
 * docs/decisions/008-login-throttling.md.
 */
@NullMarked
package dev.haru.auth.guard;

import org.jspecify.annotations.NullMarked;

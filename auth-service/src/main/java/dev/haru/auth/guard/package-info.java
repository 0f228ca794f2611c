/**
 * Keeps guessers out and owners in: counts failures by address, by account and by both, asks for proof of work, blocks.
 * See docs/decisions/008-login-throttling.md.
 */
@NullMarked
package dev.haru.auth.guard;

import org.jspecify.annotations.NullMarked;

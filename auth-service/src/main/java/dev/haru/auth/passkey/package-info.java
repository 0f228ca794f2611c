/** Passkeys: WebAuthn credentials that sign a member in, confirm a session, and replace the password. */
@NullMarked
package dev.haru.auth.passkey;

import org.jspecify.annotations.NullMarked;

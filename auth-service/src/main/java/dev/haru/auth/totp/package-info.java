/** Codes of authenticator apps as a second factor (TOTP, RFC 6238). */
@NullMarked
package dev.haru.auth.totp;

import org.jspecify.annotations.NullMarked;

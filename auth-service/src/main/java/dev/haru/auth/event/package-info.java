/** The security events of an account: an append-only log that its owner can read. */
@NullMarked
package dev.haru.auth.event;

import org.jspecify.annotations.NullMarked;

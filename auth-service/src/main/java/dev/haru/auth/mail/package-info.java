/**
 * Mails to members: written to an outbox in the transaction of their cause, and delivered over SMTP at least once. See
 * docs/decisions/051-mail-outbox.md.
 */
@NullMarked
package dev.haru.auth.mail;

import org.jspecify.annotations.NullMarked;

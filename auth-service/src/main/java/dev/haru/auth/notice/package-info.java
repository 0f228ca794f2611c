/**
 * Security notices: mails to the verified address of an account about its security events, with a link to end all
 * sessions.
 */
@NullMarked
package dev.haru.auth.notice;

import org.jspecify.annotations.NullMarked;

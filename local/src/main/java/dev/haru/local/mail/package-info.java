/** The inbox of {@code make run}: a mail server for auth-service, and a page that shows the mails. */
@NullMarked
package dev.haru.local.mail;

import org.jspecify.annotations.NullMarked;

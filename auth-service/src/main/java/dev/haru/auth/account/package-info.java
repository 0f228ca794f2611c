/** Accounts and their identifiers. Only this service decides whether a nickname or an e-mail address is free. */
@NullMarked
package dev.haru.auth.account;

import org.jspecify.annotations.NullMarked;

/**
 * Accounts: who registered, under which nickname and e-mail address; this service alone decides whether one is free.
 */
@NullMarked
package dev.haru.auth.account;

import org.jspecify.annotations.NullMarked;

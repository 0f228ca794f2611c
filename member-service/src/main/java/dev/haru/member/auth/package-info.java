/**
 * The client of the upstream service auth-service: introspects tokens, and changes the nickname and e-mail address of
 * an account.
 */
@NullMarked
package dev.haru.member.auth;

import org.jspecify.annotations.NullMarked;

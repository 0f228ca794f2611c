/** The neighbour auth-service: whose a token is, and which nickname and e-mail address an account may have. */
@NullMarked
package dev.haru.member.auth;

import org.jspecify.annotations.NullMarked;

/** Opens and ends sessions, refreshes their tokens, and introspects access tokens. */
@NullMarked
package dev.haru.auth.session;

import org.jspecify.annotations.NullMarked;

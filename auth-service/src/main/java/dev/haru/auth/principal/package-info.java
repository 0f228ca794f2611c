/** The account and the session behind the access token of a request. */
@NullMarked
package dev.haru.auth.principal;

import org.jspecify.annotations.NullMarked;

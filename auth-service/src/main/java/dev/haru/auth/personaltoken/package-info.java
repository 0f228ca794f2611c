/** Personal access tokens: credentials for programs, with a name, scopes and an expiry. */
@NullMarked
package dev.haru.auth.personaltoken;

import org.jspecify.annotations.NullMarked;

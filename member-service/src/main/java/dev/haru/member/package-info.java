/** Serves the profiles of members, and finds the member of an access token. */
@NullMarked
package dev.haru.member;

import org.jspecify.annotations.NullMarked;

/** Authentication of requests: a member by bearer token, a client service by its credential. */
@NullMarked
package dev.haru.platform.security;

import org.jspecify.annotations.NullMarked;

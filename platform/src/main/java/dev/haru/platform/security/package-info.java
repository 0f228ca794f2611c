/** Who calls: a member by bearer token, or a neighbour service by its credential. */
@NullMarked
package dev.haru.platform.security;

import org.jspecify.annotations.NullMarked;

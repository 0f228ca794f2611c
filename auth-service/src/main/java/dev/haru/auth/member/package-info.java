/** The neighbour member-service, which keeps the profiles. */
@NullMarked
package dev.haru.auth.member;

import org.jspecify.annotations.NullMarked;

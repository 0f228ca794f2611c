/** The client of member-service, which stores the profiles. */
@NullMarked
package dev.haru.auth.member;

import org.jspecify.annotations.NullMarked;

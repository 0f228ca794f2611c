/** The profiles of the members. Members and client services read them; members and auth-service change them. */
@NullMarked
package dev.haru.member.profile;

import org.jspecify.annotations.NullMarked;

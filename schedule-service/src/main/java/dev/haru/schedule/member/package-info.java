/** The client of the upstream service member-service, which returns the member of an access token. */
@NullMarked
package dev.haru.schedule.member;

import org.jspecify.annotations.NullMarked;

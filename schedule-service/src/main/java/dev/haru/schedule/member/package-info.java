/** The neighbour member-service, which knows whose access token it is. */
@NullMarked
package dev.haru.schedule.member;

import org.jspecify.annotations.NullMarked;

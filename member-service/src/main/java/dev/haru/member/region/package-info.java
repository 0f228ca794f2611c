/** The regions that a member may live in, each with its time zone. */
@NullMarked
package dev.haru.member.region;

import org.jspecify.annotations.NullMarked;

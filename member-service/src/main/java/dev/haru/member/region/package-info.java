/** The regions in which a member may live, each with its time zone. */
@NullMarked
package dev.haru.member.region;

import org.jspecify.annotations.NullMarked;

/** The profiles of the members: read by themselves and by the neighbours, changed by themselves and by auth-service. */
@NullMarked
package dev.haru.member.profile;

import org.jspecify.annotations.NullMarked;

package dev.haru.member.profile;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The part of a profile that client services need.
 *
 * @param timeZone the time zone of the member, or by default that of the region
 */
record Identity(UUID memberId, String nickname, @Nullable String email, String regionName, String timeZone) {}

package dev.haru.member.profile;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What the neighbours need of a profile.
 *
 * @param timeZone the member's own, else the region's
 */
record Identity(UUID memberId, String nickname, @Nullable String email, String regionName, String timeZone) {}

package dev.haru.member.profile;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Creates members for tests. */
final class MemberFixture {

    static final Instant JOINED_AT = Instant.parse("2026-11-21T09:30:00Z");
    static final long ACCOUNT_VERSION = 7;

    private final MemberRepository members;

    private MemberFixture(MemberRepository members) {
        this.members = members;
    }

    static MemberFixture in(MemberRepository members) {
        return new MemberFixture(members);
    }

    /** Returns a profile in Seoul at version 3. It is in no database. */
    static Profile profile() {
        return new Profile(
                UUID.fromString("019aa5a1-0000-7000-8000-000000000001"),
                "haru_fan",
                null,
                "Seoul",
                "Asia/Seoul",
                JOINED_AT,
                JOINED_AT,
                3);
    }

    Profile memberInSeoul() {
        return member(null, "Seoul");
    }

    Profile memberInApia() {
        return member(null, "Apia");
    }

    Profile memberWithEmail(String email) {
        return member(email, "Seoul");
    }

    private Profile member(@Nullable String email, String regionName) {
        UUID id = UUID.randomUUID();
        members.put(id, "n" + id.toString().substring(0, 13), email, regionName, ACCOUNT_VERSION, JOINED_AT);
        return members.findProfile(id).orElseThrow();
    }
}

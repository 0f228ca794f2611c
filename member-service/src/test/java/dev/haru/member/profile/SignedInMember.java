package dev.haru.member.profile;

import dev.haru.member.FakeAuthService;
import java.io.UnsupportedEncodingException;
import java.time.Duration;
import java.util.UUID;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;

/** A signed-in member, and the calls that read and change the profile. */
record SignedInMember(MockMvcTester http, MemberRepository members, Profile profile, UUID session, String token) {

    static SignedInMember inSeoul(MockMvcTester http, MemberRepository members) {
        return of(http, members, MemberFixture.in(members).memberInSeoul());
    }

    static SignedInMember withEmail(MockMvcTester http, MemberRepository members, String email) {
        return of(http, members, MemberFixture.in(members).memberWithEmail(email));
    }

    private static SignedInMember of(MockMvcTester http, MemberRepository members, Profile profile) {
        UUID session = UUID.randomUUID();
        String token = FakeAuthService.tokenOf(profile.memberId(), session, Duration.ZERO);
        return new SignedInMember(http, members, profile, session, token);
    }

    SignedInMember withToken(String other) {
        return new SignedInMember(http, members, profile, session, other);
    }

    /** Returns the profile as the member reads it. */
    String read() throws UnsupportedEncodingException {
        return http.get()
                .uri("/v1/members/me")
                .header("Authorization", "Bearer " + token)
                .exchange()
                .getResponse()
                .getContentAsString();
    }

    MockMvcRequestBuilder patch(String body) {
        return http.patch()
                .uri("/v1/members/me")
                .header("Authorization", "Bearer " + token)
                .contentType("application/json")
                .content(body);
    }

    /** Returns the profile in the database. */
    Profile now() {
        return members.findProfile(profile.memberId()).orElseThrow();
    }
}

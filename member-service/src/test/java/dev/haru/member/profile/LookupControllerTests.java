package dev.haru.member.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyCollection;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;

import dev.haru.member.auth.TokenClient;
import dev.haru.member.auth.TokenOwner;
import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.MediaType;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;

@WebMvcTest(LookupController.class)
class LookupControllerTests {

    private static final String TOKEN = "hru_of_the_member";
    private static final UUID ID = UUID.fromString("019aa5a1-0000-7000-8000-000000000001");
    private static final UUID SESSION = UUID.fromString("019aa5a1-0000-7000-8000-000000000002");
    private static final Identity IDENTITY = new Identity(ID, "haru_fan", null, "Apia", "Pacific/Apia");
    private static final Profile PROFILE = new Profile(
            ID, "haru_fan", null, "Apia", "Pacific/Apia", MemberFixture.JOINED_AT, MemberFixture.JOINED_AT, 3);

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private TokenClient tokens;

    @MockitoBean
    private Profiles profiles;

    @MockitoBean
    private MemberRepository members;

    @Test
    void byAccessTokenReturnsItsMember() {
        given(tokens.ownerOf(TOKEN, Freshness.CACHED)).willReturn(Optional.of(owner()));
        given(profiles.find(ID, Freshness.CACHED)).willReturn(Optional.of(profile()));

        assertThat(get("/by-access-token").header("Authorization", "Bearer " + TOKEN))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("""
                        {
                          "memberId": "019aa5a1-0000-7000-8000-000000000001",
                          "sessionId": "019aa5a1-0000-7000-8000-000000000002",
                          "nickname": "haru_fan",
                          "regionName": "Apia",
                          "timeZone": "Pacific/Apia",
                          "tokenExpiresAt": "2026-11-21T10:30:00Z",
                          "ageMillis": 4000,
                          "profileAgeMillis": 2000
                        }
                        """);
    }

    @Test
    void byAccessTokenWithNoCacheLooksUpFresh() {
        given(tokens.ownerOf(TOKEN, Freshness.FRESH)).willReturn(Optional.of(owner()));
        given(profiles.find(ID, Freshness.FRESH)).willReturn(Optional.of(profile()));

        assertThat(get("/by-access-token")
                        .header("Authorization", "Bearer " + TOKEN)
                        .header("Cache-Control", "no-cache"))
                .hasStatusOk();
    }

    @Test
    void byAccessTokenBeforeTheProfileExistsReturns503() {
        given(tokens.ownerOf(TOKEN, Freshness.CACHED)).willReturn(Optional.of(owner()));

        assertThat(get("/by-access-token").header("Authorization", "Bearer " + TOKEN))
                .hasStatus(503)
                .hasHeader("Retry-After", "1")
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("profile-not-ready");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer unknown", "Bearer ", "Bearer two words", "Basic dXNlcjpwYXNz"})
    void byAccessTokenThatIsNotActiveIsRefused(String authorization) {
        assertThat(get("/by-access-token").header("Authorization", authorization))
                .hasStatus(401)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("unauthorized");
    }

    @Test
    void byAccessTokenWithoutATokenIsRefused() {
        assertThat(get("/by-access-token")).hasStatus(401);
    }

    @Test
    void byAccessTokensKeepsTheOrderOfTheTokens() {
        UUID withoutProfile = UUID.randomUUID();
        given(tokens.ownersOf(List.of("unknown", TOKEN, "of a new member", "asked for by another")))
                .willReturn(Map.of(
                        "unknown",
                        Optional.empty(),
                        TOKEN,
                        Optional.of(owner()),
                        "of a new member",
                        Optional.of(ownerWith(withoutProfile))));
        given(profiles.findAll(anyCollection()))
                .willReturn(Map.of(ID, Optional.of(profile()), withoutProfile, Optional.empty()));

        assertThat(postTokens("\"unknown\", \"" + TOKEN + "\", \"of a new member\", \"asked for by another\""))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("""
                        {"answers": [
                          {"owner": null},
                          {"owner": {
                            "memberId": "019aa5a1-0000-7000-8000-000000000001",
                            "sessionId": "019aa5a1-0000-7000-8000-000000000002",
                            "nickname": "haru_fan",
                            "regionName": "Apia",
                            "timeZone": "Pacific/Apia",
                            "tokenExpiresAt": "2026-11-21T10:30:00Z",
                            "ageMillis": 4000,
                            "profileAgeMillis": 2000
                          }},
                          null,
                          null
                        ]}
                        """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "1, {}"})
    void byAccessTokensWithoutValidTokensIsRefused(String listed) {
        assertThat(postTokens(listed)).hasStatus(400);
    }

    @Test
    void byAccessTokensWithTooManyTokensIsRefused() {
        assertThat(postTokens(String.join(", ", Collections.nCopies(101, "\"hru_x\""))))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("tokens");
    }

    @Test
    void byIdReturnsTheMember() {
        given(profiles.find(ID, Freshness.CACHED)).willReturn(Optional.of(profile()));

        assertThat(get("/by-id/" + ID)).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                {
                  "memberId": "019aa5a1-0000-7000-8000-000000000001",
                  "nickname": "haru_fan",
                  "email": null,
                  "regionName": "Apia",
                  "timeZone": "Pacific/Apia"
                }
                """);
    }

    @Test
    void byUnknownIdIsNotFound() {
        assertThat(get("/by-id/" + ID))
                .hasStatus(404)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("not-found");
    }

    @Test
    void byMalformedIdNamesTheField() {
        assertThat(get("/by-id/42"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("id");
    }

    @Test
    void byEmailReturnsTheMember() {
        given(members.findIdentityByEmail("fan+haru@example.org")).willReturn(Optional.of(IDENTITY));

        assertThat(get("/by-email/fan+haru@example.org"))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.memberId")
                .isEqualTo(ID.toString());
    }

    @Test
    void byUnknownEmailIsNotFound() {
        assertThat(get("/by-email/fan@example.org")).hasStatus(404);
    }

    @Test
    void byIdsReturnsTheExistingMembers() {
        given(members.findIdentities(Set.of(ID, SESSION))).willReturn(List.of(IDENTITY));

        assertThat(get("/by-ids?ids=" + ID + "," + SESSION + "," + ID))
                .hasStatusOk()
                .bodyJson()
                .isStrictlyEqualTo("""
                        {"members": [{
                          "memberId": "019aa5a1-0000-7000-8000-000000000001",
                          "nickname": "haru_fan",
                          "email": null,
                          "regionName": "Apia",
                          "timeZone": "Pacific/Apia"
                        }]}
                        """);
    }

    @ParameterizedTest
    @MethodSource("invalidIdLists")
    void byIdsWithAnInvalidListNamesTheField(String query) {
        assertThat(get("/by-ids" + query))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("ids");
        then(members).shouldHaveNoInteractions();
    }

    static Stream<String> invalidIdLists() {
        return Stream.of(
                "",
                "?ids=",
                "?ids=42",
                "?ids="
                        + Stream.generate(() -> UUID.randomUUID().toString())
                                .limit(101)
                                .collect(Collectors.joining(",")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"schedule-service:wrong", "gateway:only-for-tests-0123456789", "only-for-tests-0123456789", ""})
    void lookupWithAWrongCredentialIsForbidden(String credential) {
        given(profiles.find(any(), any())).willReturn(Optional.of(profile()));

        assertThat(http.get().uri("/internal/members/by-id/" + ID).header("X-Service-Credential", credential))
                .hasStatus(403);
    }

    private static CachedIdentity<Profile> profile() {
        return new CachedIdentity<>(PROFILE, ID, null, Instant.MAX, Duration.ofSeconds(2), Duration.ofSeconds(2));
    }

    private static CachedIdentity<TokenOwner> owner() {
        return ownerWith(ID);
    }

    private static CachedIdentity<TokenOwner> ownerWith(UUID id) {
        TokenOwner owner = new TokenOwner(id, SESSION, Instant.parse("2026-11-21T10:30:00Z"));
        return new CachedIdentity<>(owner, id, SESSION, owner.tokenExpiresAt(), Duration.ofSeconds(4));
    }

    private MockMvcRequestBuilder postTokens(String listed) {
        return http.post()
                .uri("/internal/members/by-access-tokens")
                .header("X-Service-Credential", "schedule-service:only-for-tests-0123456789")
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"tokens\": [" + listed + "]}");
    }

    private MockMvcRequestBuilder get(String path) {
        return http.get()
                .uri("/internal/members" + path)
                .header("X-Service-Credential", "schedule-service:only-for-tests-0123456789");
    }
}

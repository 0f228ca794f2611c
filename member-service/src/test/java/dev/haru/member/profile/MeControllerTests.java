package dev.haru.member.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.never;

import dev.haru.member.auth.MemberCall;
import dev.haru.member.auth.TokenClient;
import dev.haru.member.auth.TokenOwner;
import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.language.Message;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.problem.ProblemException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.ArgumentCaptor;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MockMvcTester.MockMvcRequestBuilder;

@WebMvcTest(MeController.class)
class MeControllerTests {

    private static final String TOKEN = "hru_of_the_member";
    private static final Profile PROFILE = MemberFixture.profile();

    private static final UUID SESSION = UUID.randomUUID();
    private static final MemberCall CALL = new MemberCall(PROFILE.memberId(), SESSION, "127.0.0.1", null);

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private TokenClient tokens;

    @MockitoBean
    private Profiles profiles;

    @MockitoBean
    private ProfileEditor editor;

    @BeforeEach
    void signedIn() {
        given(tokens.introspect(TOKEN))
                .willReturn(new TokenOwner(PROFILE.memberId(), SESSION, MemberFixture.JOINED_AT));
        given(profiles.find(PROFILE.memberId(), Freshness.CACHED))
                .willReturn(Optional.of(new CachedIdentity<>(
                        PROFILE, PROFILE.memberId(), null, Instant.MAX, Duration.ZERO, Duration.ZERO)));
        given(editor.edit(eq(CALL), any(), any())).willReturn(PROFILE);
    }

    @Test
    void getReturnsTheProfileAndItsETag() {
        assertThat(get()).hasStatusOk().hasHeader("ETag", "\"3\"").bodyJson().isStrictlyEqualTo("""
                        {
                          "memberId": "019aa5a1-0000-7000-8000-000000000001",
                          "nickname": "haru_fan",
                          "email": null,
                          "regionName": "Seoul",
                          "timeZone": "Asia/Seoul",
                          "createdAt": "2026-11-21T09:30:00Z",
                          "updatedAt": "2026-11-21T09:30:00Z"
                        }
                        """);
    }

    @Test
    void getWithTheCurrentETagReturns304() {
        assertThat(get().header("If-None-Match", "\"3\""))
                .hasStatus(304)
                .hasHeader("ETag", "\"3\"")
                .body()
                .isEmpty();
    }

    @Test
    void getWithAnOlderETagReturnsTheProfile() {
        assertThat(get().header("If-None-Match", "\"2\"")).hasStatusOk();
    }

    @Test
    void getBeforeTheProfileExistsReturns503() {
        given(profiles.find(PROFILE.memberId(), Freshness.CACHED)).willReturn(Optional.empty());

        assertThat(get()).hasStatus(503).hasHeader("Retry-After", "1");
        assertThat(get()).bodyJson().extractingPath("$.code").isEqualTo("profile-not-ready");
    }

    @Test
    void requestWithoutATokenIsUnauthorized() {
        assertThat(http.get().uri("/v1/members/me"))
                .hasStatus(401)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("unauthorized");
    }

    @Test
    void requestWithAnInactiveTokenIsUnauthorized() {
        given(tokens.introspect(TOKEN)).willThrow(new BadOpaqueTokenException("not active"));

        assertThat(get())
                .hasStatus(401)
                .hasHeader("WWW-Authenticate", "Bearer realm=\"haru\", error=\"invalid_token\"")
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("unauthorized");
    }

    @Test
    void failedIntrospectionReturnsItsProblem() {
        ProblemException reason =
                new ProblemException(HttpStatus.SERVICE_UNAVAILABLE, "service-unavailable", Message.literal("Later."));
        reason.getHeaders().set("Retry-After", "1");
        given(tokens.introspect(TOKEN)).willThrow(reason);

        assertThat(get()).hasStatus(503).hasHeader("Retry-After", "1");
        assertThat(get()).bodyJson().extractingPath("$.detail").isEqualTo("Later.");
    }

    @Test
    void patchReturnsTheProfileAndItsETag() {
        assertThat(patch("{}"))
                .hasStatusOk()
                .hasHeader("ETag", "\"3\"")
                .bodyJson()
                .extractingPath("$.nickname")
                .isEqualTo("haru_fan");
    }

    @Test
    void patchDistinguishesAbsentFromNull() {
        assertThat(patch("{\"nickname\": \"another\", \"email\": null}")).hasStatusOk();

        assertThat(edited())
                .isEqualTo(new ProfilePatch(
                        new PatchedText(true, "another"),
                        new PatchedText(true, null),
                        new PatchedText(false, null),
                        new PatchedText(false, null),
                        new PatchedText(false, null),
                        new PatchedText(false, null),
                        new PatchedText(false, null)));
    }

    @Test
    void patchAcceptsTheMergePatchMediaType() {
        assertThat(http.patch()
                        .uri("/v1/members/me")
                        .header("Authorization", "Bearer " + TOKEN)
                        .contentType("application/merge-patch+json")
                        .content("{\"timeZone\": \"Pacific/Apia\"}"))
                .hasStatusOk();

        assertThat(edited().timeZone()).isEqualTo(new PatchedText(true, "Pacific/Apia"));
    }

    @Test
    void patchForwardsIfMatch() {
        assertThat(patch("{}").header("If-Match", "\"2\", \"3\"")).hasStatusOk();

        then(editor).should().edit(eq(CALL), eq(IfMatch.parseOptional("\"2\", \"3\"")), any());
    }

    @Test
    void patchWithAMalformedIfMatchNamesTheHeader() {
        assertThat(patch("{}").header("If-Match", "3"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("If-Match");
    }

    @Test
    void patchWithAnOldETagReturns412() {
        given(editor.edit(any(), any(), any())).willThrow(PreconditionFailed.changedSince());

        assertThat(patch("{}"))
                .hasStatus(412)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("precondition-failed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"nickname": null}               | nickname
            {"nickname": 12}                 | nickname
            {"nickname": ""}                 | nickname
            {"nickname": ["haru"]}           | nickname
            {"nickname": "a\\u0000b"}        | nickname
            {"email": "nobody"}              | email
            {"email": ""}                    | email
            {"email": {}}                    | email
            {"regionName": null}             | regionName
            {"regionName": true}             | regionName
            {"timeZone": "+09:00"}           | timeZone
            {"timeZone": "Mars/Olympus"}     | timeZone
            {"timeZone": "asia/seoul"}       | timeZone
            {"timeZone": "SystemV/PST8"}     | timeZone
            {"timeZone": ""}                 | timeZone
            {"time_zone": "Asia/Seoul"}      | time_zone
            {"role": "operator"}             | role
            """)
    void patchWithAnInvalidFieldNamesTheField(String body, String field) {
        assertThat(patch(body)).hasStatus(400);
        assertThat(patch(body)).bodyJson().extractingPath("$.code").isEqualTo("invalid-request");
        assertThat(patch(body)).bodyJson().extractingPath("$.errors[0].field").isEqualTo(field);
        then(editor).should(never()).edit(any(), any(), any());
    }

    @ParameterizedTest
    @CsvSource({"nickname, 201", "email, 255", "regionName, 65", "timeZone, 65"})
    void patchWithTooLongTextNamesTheField(String field, int length) {
        assertThat(patch("{\"%s\": \"%s\"}".formatted(field, "n".repeat(length))))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0]")
                .asMap()
                .containsEntry("field", field)
                .hasEntrySatisfying(
                        "message", message -> assertThat(message.toString()).startsWith("size must be between"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "null", "\"text\"", "{\"nickname\": \"a\", \"nickname\": \"b\"}"})
    void patchWithoutAJsonObjectIsMalformed(String body) {
        assertThat(patch(body))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("malformed-request");
    }

    @Test
    void patchOfAnotherMediaTypeIsRefused() {
        assertThat(patch("nickname=a").contentType(MediaType.APPLICATION_FORM_URLENCODED))
                .hasStatus(415)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("unsupported-media-type");
    }

    private ProfilePatch edited() {
        ArgumentCaptor<ProfilePatch> patch = ArgumentCaptor.forClass(ProfilePatch.class);
        then(editor).should().edit(eq(CALL), eq(IfMatch.parseOptional(null)), patch.capture());
        return patch.getValue();
    }

    private MockMvcRequestBuilder get() {
        return http.get().uri("/v1/members/me").header("Authorization", "Bearer " + TOKEN);
    }

    private MockMvcRequestBuilder patch(String body) {
        return http.patch()
                .uri("/v1/members/me")
                .header("Authorization", "Bearer " + TOKEN)
                .contentType(MediaType.APPLICATION_JSON)
                .content(body);
    }
}

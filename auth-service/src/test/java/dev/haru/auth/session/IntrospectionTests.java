package dev.haru.auth.session;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.token.BearerChallenge;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The introspection of access tokens, and their expiry. */
@AuthServiceTest
class IntrospectionTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    private final String nickname = freshNickname();

    @BeforeEach
    void member() {
        assertThat(calls.register(nickname)).hasStatus(201);
    }

    @Test
    void manyTokensAreIntrospectedInTheirOrder() throws Exception {
        String first = calls.signIn(nickname);
        String signedOut = calls.signIn(nickname);
        String third = calls.signIn(nickname);
        calls.logout(signedOut);
        String session = read(calls.introspect(third), "$.sid");

        MvcTestResult answer = calls.introspectMany(List.of(
                first,
                signedOut,
                "hru_malformed",
                third,
                Token.access(new SecureRandom()).value()));

        assertThat(answer).hasStatusOk();
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.introspections[*].active")
                .asArray()
                .containsExactly(true, false, false, true, false);
        assertThat(answer).bodyJson().extractingPath("$.introspections[3].sid").isEqualTo(session);
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.introspections[0]")
                .asMap()
                .containsOnlyKeys("active", "sub", "sid", "exp", "ageMillis");
    }

    @Test
    void tooManyTokensOrNoneAreRefused() {
        for (List<String> tokens : List.of(List.<String>of(), Collections.nCopies(101, "hru_x"))) {
            assertThat(calls.introspectMany(tokens))
                    .hasStatus(400)
                    .bodyJson()
                    .extractingPath("$.errors[0].field")
                    .isEqualTo("tokens");
        }
    }

    @Test
    void introspectionWithoutAServiceCredentialIsForbidden() {
        for (String credential :
                new String[] {"", "member-service", "member-service:wrong", "nobody:" + EmbeddedDatabase.SECRET}) {
            for (String path : new String[] {"introspect", "introspect-many"}) {
                assertThat(http.post()
                                .uri("/internal/tokens/" + path)
                                .header("X-Service-Credential", credential)
                                .contentType(MediaType.APPLICATION_JSON)
                                .content("{\"token\": \"hru_x\", \"tokens\": [\"hru_x\"]}"))
                        .as(path + " " + credential)
                        .hasStatus(403);
            }
        }
    }

    @Test
    void accessTokenExpiresAfterAnHour() throws Exception {
        String token = calls.signIn(nickname);

        clock.advance(Duration.ofMinutes(61));

        assertThat(calls.introspect(token))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(false);
    }

    @Test
    void missingMalformedOrUnknownTokenIsUnauthorized() {
        String unknown = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());
        for (String header : new String[] {"Bearer", "Bearer ", "Basic abc", "Bearer hru_x", "Bearer " + unknown}) {
            MvcTestResult answer = http.post()
                    .uri("/v1/auth/user/logout")
                    .header("Authorization", header)
                    .exchange();
            assertThat(answer)
                    .as(header)
                    .hasStatus(401)
                    .hasHeader(
                            "WWW-Authenticate",
                            header.startsWith("Bearer") ? BearerChallenge.INVALID_TOKEN : BearerChallenge.NO_TOKEN);
            assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("unauthorized");
        }
        assertThat(http.post().uri("/v1/auth/user/logout"))
                .hasStatus(401)
                .hasHeader("WWW-Authenticate", BearerChallenge.NO_TOKEN);
    }

    @Test
    void revokedTokenIsChallengedAsInvalid() throws Exception {
        String token = calls.signIn(nickname);
        calls.logout(token);

        assertThat(calls.get("sessions", token))
                .hasStatus(401)
                .hasHeader("WWW-Authenticate", BearerChallenge.INVALID_TOKEN);
    }
}

package dev.haru.auth.session;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.token.TokenFormat;
import java.io.UnsupportedEncodingException;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Sign-in with nickname and password. */
@AuthServiceTest
class PasswordSignInTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private AuthCalls calls;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String nickname = freshNickname();

    @BeforeEach
    void member() {
        assertThat(calls.register(nickname)).hasStatus(201);
    }

    @Test
    void correctPasswordOpensASession() throws Exception {
        MvcTestResult answer = calls.login(nickname, PASSWORD);

        assertThat(answer).hasStatusOk();
        assertThat(answer).bodyJson().extractingPath("$.tokenType").isEqualTo("Bearer");
        assertThat(answer).bodyJson().extractingPath("$.expiresIn").isEqualTo(3600);
        assertThat(answer).bodyJson().extractingPath("$.refreshExpiresIn").isEqualTo(2_592_000);
        assertThat(TokenFormat.isWellFormed(TokenFormat.ACCESS, read(answer, "$.token")))
                .isTrue();
        assertThat(TokenFormat.isWellFormed(TokenFormat.REFRESH, read(answer, "$.refreshToken")))
                .isTrue();
        assertThat(calls.introspect(read(answer, "$.token")))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);
    }

    @Test
    void nicknameInCapitalsOpensASession() {
        assertThat(calls.login(nickname.toUpperCase(Locale.ROOT), PASSWORD)).hasStatusOk();
    }

    @ParameterizedTest
    @MethodSource("unusualPasswords")
    void everyRegisteredPasswordSignsIn(String password) throws Exception {
        String other = freshNickname();
        assertThat(http.post()
                        .uri("/v1/auth/user/register")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("""
                                {"nickname": "%s", "password": "%s", "region_name": "Seoul"}
                                """.formatted(other, password)))
                .hasStatus(201);

        MvcTestResult signIn = calls.login(other, password);

        assertThat(signIn).hasStatusOk();
        String token = read(signIn, "$.token");
        assertThat(calls.changePassword(token, password, password + "!")).hasStatus(204);
        assertThat(calls.erase(token, password + "!")).hasStatus(202);
    }

    @Test
    void unknownNicknameIsAnsweredLikeAWrongPassword() throws Exception {
        MvcTestResult wrong = calls.login(nickname, PASSWORD + "!");
        MvcTestResult unknown = calls.login("nobody_" + nickname, PASSWORD);

        assertThat(wrong).hasStatus(401).hasHeader("WWW-Authenticate", "Haru realm=\"sign-in\"");
        assertThat(unknown).hasStatus(401);
        assertThat(withoutTrace(unknown)).isEqualTo(withoutTrace(wrong)).contains("invalid-credentials");
    }

    @Test
    void signInUpgradesAWeakHash() {
        jdbc.sql("update account set password_hash = ? where nickname = ?")
                .param("{bcrypt}" + new BCryptPasswordEncoder(4).encode(PASSWORD))
                .param(nickname)
                .update();

        assertThat(calls.login(nickname, PASSWORD)).hasStatusOk();

        assertThat(jdbc.sql("select password_hash from account where nickname = ?")
                        .param(nickname)
                        .query((row, _) -> row.getString(1))
                        .single())
                .startsWith("{argon2id}");
        assertThat(calls.login(nickname, PASSWORD)).hasStatusOk();
    }

    @Test
    void tokenIsStoredAsItsHash() throws Exception {
        String token = calls.signIn(nickname);

        assertThat(jdbc.sql("select count(*) from access_token where hash = sha256(?::bytea)")
                        .param(token)
                        .query(Integer.class)
                        .single())
                .isOne();
    }

    @Test
    void getOfTheSignInPathIsNotAllowed() {
        assertThat(http.get().uri("/v1/auth/user/login")).hasStatus(405).hasHeader("Allow", "POST,OPTIONS");
        assertThat(http.options().uri("/v1/auth/user/login")).hasStatusOk();
    }

    static Stream<String> unusualPasswords() {
        return Stream.of(
                " ".repeat(8), "\ud83d\ude00".repeat(101), "e\u0301".repeat(101), "\u1100\u1161\u11a8".repeat(127));
    }

    private static String withoutTrace(MvcTestResult answer) throws UnsupportedEncodingException {
        return answer.getResponse().getContentAsString().replaceAll("\"traceId\":\"[0-9a-f]{32}\"", "");
    }
}

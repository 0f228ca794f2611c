package dev.haru.auth.session;

import static dev.haru.auth.AccountFixture.freshNickname;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.jayway.jsonpath.JsonPath;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.transaction.support.TransactionTemplate;

/** The revocations that this process publishes, and the entries of its own cache. */
@AuthServiceTest
class RevocationTests {

    private static final String PASSWORD = "password12345678";

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MovableClock clock;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private RedisConnectionFactory redis;

    private final List<String> published = new CopyOnWriteArrayList<>();
    private final String nickname = freshNickname();
    private @Nullable RedisConnection listener;
    private String account = "";

    @BeforeEach
    void memberAndListener() throws Exception {
        account = read(call(HttpMethod.POST, "user/register", "", """
                        {"nickname": "%s", "password": "%s", "region_name": "Seoul"}
                        """.formatted(nickname, PASSWORD)), "$.memberId");
        listener = redis.getConnection();
        listener.subscribe(
                (message, _) -> published.add(new String(message.getBody(), StandardCharsets.UTF_8)),
                Revocations.CHANNEL.getBytes(StandardCharsets.UTF_8));
    }

    @AfterEach
    void endListener() {
        if (listener != null) {
            listener.close();
        }
    }

    @Test
    void signOutPublishesTheEndOfTheSession() throws Exception {
        String token = signIn("$.token");
        String session = sessionOf(token);

        assertThat(call(HttpMethod.POST, "user/logout", token, null)).hasStatus(204);

        assertPublished("session-ended " + session);
        assertThat(introspect(token, "max-age=10")).isFalse();
    }

    @Test
    void endOfAnotherSessionIsPublished() throws Exception {
        String token = signIn("$.token");
        String other = signIn("$.token");
        String session = sessionOf(other);

        assertThat(call(HttpMethod.DELETE, "sessions/" + session, token, null)).hasStatus(204);

        assertPublished("session-ended " + session);
        assertThat(introspect(other, "max-age=10")).isFalse();
        assertThat(introspect(token, "max-age=10")).isTrue();
    }

    @Test
    void endOfOtherSessionsPublishesTheKeptSession() throws Exception {
        String other = signIn("$.token");
        String token = signIn("$.token");
        String session = sessionOf(token);
        sessionOf(other);

        assertThat(call(HttpMethod.DELETE, "sessions", token, null)).hasStatus(204);

        assertPublished("other-sessions-ended " + account + " " + session);
        assertThat(introspect(other, "max-age=10")).isFalse();
        assertThat(introspect(token, "max-age=10")).isTrue();
        assertThat(introspect(signIn("$.token"), "max-age=10"))
                .as("a session opened afterwards")
                .isTrue();
    }

    @Test
    void passwordChangePublishesTheKeptSession() throws Exception {
        String token = signIn("$.token");
        String session = sessionOf(token);

        assertThat(call(HttpMethod.PUT, "password", token, """
                {"current": "%s", "new": "a better password"}
                """.formatted(PASSWORD)))
                .hasStatus(204);

        assertPublished("other-sessions-ended " + account + " " + session);
    }

    @Test
    void reuseOfARefreshTokenPublishesTheEndOfItsSession() throws Exception {
        MvcTestResult answer = signIn();
        String session = sessionOf(read(answer, "$.token"));
        refresh(read(answer, "$.refreshToken"));
        clock.advance(Duration.ofSeconds(11));

        assertThat(refresh(read(answer, "$.refreshToken"))).hasStatus(401);

        assertPublished("session-ended " + session);
    }

    @Test
    void refusedRequestsPublishNoRevocation() throws Exception {
        String token = signIn("$.token");

        assertThat(call(HttpMethod.DELETE, "sessions/" + UUID.randomUUID(), token, null))
                .hasStatus(404);
        assertThat(call(HttpMethod.PUT, "password", token, """
                {"current": "wrong-%s", "new": "a better password"}
                """.formatted(PASSWORD)))
                .hasStatus(422);
        call(HttpMethod.POST, "user/logout", token, null);

        await().until(() -> !published.isEmpty());
        assertThat(published).noneMatch(message -> message.startsWith("other-sessions-ended"));
    }

    @Test
    void revocationInTheTableIsSeenFreshOrAfterTenSeconds() throws Exception {
        String cached = signIn("$.token");
        String token = signIn("$.token");
        introspect(cached, "");
        introspect(token, "");
        transaction.executeWithoutResult(
                _ -> jdbc.sql("update access_token set revoked_at = now() where account_id = cast(? as uuid)")
                        .param(account)
                        .update());

        assertThat(introspect(cached, "")).isTrue();
        assertThat(introspect(token, "no-cache")).isFalse();
        assertThat(introspect(token, "")).isFalse();

        clock.advance(Duration.ofSeconds(10));
        assertThat(introspect(cached, "")).isFalse();
    }

    @Test
    void introspectionReturnsItsAge() throws Exception {
        String token = signIn("$.token");

        assertThat(ageOf(token)).isLessThanOrEqualTo(1);
        clock.advance(Duration.ofSeconds(4));
        assertThat(ageOf(token)).isBetween(4000, 4001);
    }

    private void assertPublished(String message) {
        await().until(() -> published.contains(message));
    }

    private MvcTestResult signIn() {
        return call(HttpMethod.POST, "user/login", "", """
                {"nickname": "%s", "password": "%s"}
                """.formatted(nickname, PASSWORD));
    }

    private String signIn(String path) throws Exception {
        return read(signIn(), path);
    }

    private MvcTestResult refresh(String refreshToken) {
        return call(HttpMethod.POST, "user/refresh", "", "{\"refreshToken\": \"%s\"}".formatted(refreshToken));
    }

    private String sessionOf(String token) throws Exception {
        return read(introspection(token, ""), "$.sid");
    }

    private int ageOf(String token) throws Exception {
        return JsonPath.read(introspection(token, "").getResponse().getContentAsString(), "$.ageMillis");
    }

    private boolean introspect(String token, String cacheControl) throws Exception {
        return JsonPath.read(introspection(token, cacheControl).getResponse().getContentAsString(), "$.active");
    }

    private MvcTestResult introspection(String token, String cacheControl) {
        return http.post()
                .uri("/internal/tokens/introspect")
                .header("X-Service-Credential", "member-service:" + EmbeddedDatabase.SECRET)
                .header("Cache-Control", cacheControl)
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"token\": \"%s\"}".formatted(token))
                .exchange();
    }

    private MvcTestResult call(HttpMethod method, String path, String token, @Nullable String body) {
        var request = http.method(method).uri("/v1/auth/" + path);
        if (!token.isEmpty()) {
            request.header("Authorization", "Bearer " + token);
        }
        if (body != null) {
            request.contentType(MediaType.APPLICATION_JSON).content(body);
        }
        return request.exchange();
    }

    private static String read(MvcTestResult answer, String path) throws UnsupportedEncodingException {
        return JsonPath.read(answer.getResponse().getContentAsString(), path);
    }
}

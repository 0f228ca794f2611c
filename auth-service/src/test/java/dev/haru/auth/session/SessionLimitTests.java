package dev.haru.auth.session;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The limits of the tokens in a session and of the sessions of an account. */
@AuthServiceTest
class SessionLimitTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String nickname = freshNickname();
    private UUID account;

    @BeforeEach
    void member() throws Exception {
        account = UUID.fromString(read(calls.register(nickname), "$.memberId"));
    }

    @Test
    void fifthAccessTokenOfASessionEndsTheFirst() throws Exception {
        MvcTestResult pair = calls.login(nickname, PASSWORD);
        List<String> tokens = new ArrayList<>(List.of(read(pair, "$.token")));
        for (int i = 0; i < 4; i++) {
            clock.advance(Duration.ofSeconds(1));
            pair = calls.refresh(read(pair, "$.refreshToken"));
            tokens.add(read(pair, "$.token"));
        }

        assertThat(tokens).map(this::isActive).containsExactly(false, true, true, true, true);
    }

    @Test
    void concurrentRefreshesLeaveFourLiveAccessTokens() throws Exception {
        String refreshToken = read(calls.login(nickname, PASSWORD), "$.refreshToken");

        inParallel(40, () -> calls.refresh(refreshToken));

        assertThat(jdbc.sql("select count(*) from access_token where account_id = ? and revoked_at is null")
                        .param(account)
                        .query(Integer.class)
                        .single())
                .isEqualTo(4);
    }

    @Test
    void replaysBeyondAHundredInOneWindowAreRefused() throws Exception {
        MvcTestResult first = calls.login(nickname, PASSWORD);
        MvcTestResult rotated = calls.refresh(read(first, "$.refreshToken"));
        jdbc.sql("update session set siblings = 99 where account_id = ?")
                .param(account)
                .update();

        assertThat(calls.refresh(read(first, "$.refreshToken"))).hasStatusOk();
        assertThat(calls.refresh(read(first, "$.refreshToken"))).hasStatus(401);
        assertThat(calls.refresh(read(rotated, "$.refreshToken")))
                .as("the session is still open")
                .hasStatusOk();
    }

    @Test
    void sessionAboveTheLimitEndsTheLeastRecentlyUsedOne() throws Exception {
        MvcTestResult oldest = calls.login(nickname, PASSWORD);
        clock.advance(Duration.ofSeconds(1));
        MvcTestResult unused = calls.login(nickname, PASSWORD);
        clock.advance(Duration.ofSeconds(1));
        MvcTestResult refreshed = calls.refresh(read(oldest, "$.refreshToken"));
        openSessions(48);
        clock.advance(Duration.ofSeconds(1));

        String token = read(calls.login(nickname, PASSWORD), "$.token");

        assertThat(isActive(read(unused, "$.token"))).isFalse();
        assertThat(calls.refresh(read(unused, "$.refreshToken"))).hasStatus(401);
        assertThat(isActive(read(refreshed, "$.token"))).isTrue();
        assertThat(openCount()).isEqualTo(50);
        List<String> kinds =
                JsonPath.read(calls.get("events?limit=2", token).getResponse().getContentAsString(), "$.items[*].kind");
        assertThat(kinds).containsExactlyInAnyOrder("signed-in", "session-ended");
    }

    @Test
    void signInAfterConcurrentSignInsRestoresTheLimit() throws Exception {
        openSessions(50);

        inParallel(20, () -> calls.login(nickname, PASSWORD));
        calls.login(nickname, PASSWORD);

        assertThat(openCount()).isEqualTo(50);
    }

    @Test
    void sessionEndsAfterNinetyDaysDespiteRefreshes() throws Exception {
        MvcTestResult pair = calls.login(nickname, PASSWORD);
        wasOpenedBefore(Duration.ofDays(80));

        pair = calls.refresh(read(pair, "$.refreshToken"));
        assertThat(pair).bodyJson().extractingPath("$.refreshExpiresIn").isEqualTo(10 * 24 * 3600);

        wasOpenedBefore(Duration.ofDays(90).minusMinutes(30));
        pair = calls.refresh(read(pair, "$.refreshToken"));
        assertThat(pair).bodyJson().extractingPath("$.expiresIn").isEqualTo(30 * 60);

        wasOpenedBefore(Duration.ofDays(90));
        assertThat(calls.refresh(read(pair, "$.refreshToken"))).hasStatus(401);
    }

    @Test
    void sessionEndsAfterThirtyDaysWithoutRefresh() throws Exception {
        String refreshToken = read(calls.login(nickname, PASSWORD), "$.refreshToken");
        clock.advance(Duration.ofDays(30));

        assertThat(calls.refresh(refreshToken)).hasStatus(401);
    }

    @Test
    void sessionListHasPages() throws Exception {
        String token = read(calls.login(nickname, PASSWORD), "$.token");
        clock.advance(Duration.ofSeconds(1));
        openSessions(6);
        List<String> seen = new ArrayList<>();
        String cursor = "";
        do {
            String page =
                    calls.get("sessions?limit=3" + cursor, token).getResponse().getContentAsString();
            seen.addAll(JsonPath.<List<String>>read(page, "$.items[*].sessionId"));
            String next = JsonPath.read(page, "$.nextCursor");
            cursor = next == null ? "" : "&cursor=" + next;
        } while (!cursor.isEmpty());

        List<String> all =
                JsonPath.read(calls.get("sessions", token).getResponse().getContentAsString(), "$.items[*].sessionId");
        assertThat(seen).hasSize(7).containsExactlyElementsOf(all);
    }

    @Test
    void malformedCursorIsRefused() throws Exception {
        String token = read(calls.login(nickname, PASSWORD), "$.token");

        for (String cursor : List.of("x", "%21", "AAAA", "_".repeat(32), "A".repeat(65))) {
            assertThat(calls.get("sessions?cursor=" + cursor, token))
                    .hasStatus(400)
                    .bodyJson()
                    .extractingPath("$.errors[0].field")
                    .isEqualTo("cursor");
        }
    }

    private void wasOpenedBefore(Duration age) {
        jdbc.sql("update session set created_at = ? where account_id = ?")
                .params(clock.instant().minus(age).atOffset(ZoneOffset.UTC), account)
                .update();
    }

    private void openSessions(int count) {
        jdbc.sql("""
                with opened as (
                    insert into session (id, account_id, created_at, last_used_at, address)
                    select uuidv7(), :account, :now, :now, '192.0.2.1' from generate_series(1, :count)
                    returning id)
                insert into refresh_token (hash, session_id, expires_at)
                select sha256(cast(id as text)::bytea), id, :now + interval '30 days' from opened
                """)
                .param("account", account)
                .param("now", clock.instant().atOffset(ZoneOffset.UTC))
                .param("count", count)
                .update();
    }

    private int openCount() {
        return jdbc.sql("select count(*) from session where account_id = ? and ended_at is null")
                .param(account)
                .query(Integer.class)
                .single();
    }

    private boolean isActive(String token) {
        clock.advance(Duration.ofSeconds(10)); // until the cache entry expires
        byte[] answer = calls.introspect(token).getResponse().getContentAsByteArray();
        return JsonPath.read(new String(answer, StandardCharsets.UTF_8), "$.active");
    }

    private static void inParallel(int count, Callable<?> call) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(16)) {
            List<Future<Object>> all = IntStream.range(0, count)
                    .mapToObj(_ -> threads.submit(() -> (Object) call.call()))
                    .toList();
            for (Future<Object> one : all) {
                one.get();
            }
        }
    }
}

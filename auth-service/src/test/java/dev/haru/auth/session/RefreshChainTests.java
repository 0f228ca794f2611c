package dev.haru.auth.session;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** A session has one chain of refresh tokens. */
@AuthServiceTest
class RefreshChainTests {

    private static final Duration PAST_GRACE = Duration.ofSeconds(11);

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String nickname = freshNickname();
    private String first;

    @BeforeEach
    void session() throws Exception {
        assertThat(calls.register(nickname)).hasStatus(201);
        first = read(calls.login(nickname, PASSWORD), "$.refreshToken");
    }

    @Test
    void siblingAfterTheGraceWindowEndsTheSession() throws Exception {
        String one = refreshed(first);
        String sibling = refreshed(first);
        clock.advance(PAST_GRACE);
        String next = refreshed(one);
        clock.advance(PAST_GRACE);

        assertThat(calls.refresh(sibling)).hasStatus(401);

        assertThat(calls.refresh(next)).as("the session has ended").hasStatus(401);
    }

    @Test
    void siblingWithinTheGraceWindowJoinsTheNextGeneration() throws Exception {
        String one = refreshed(first);
        String sibling = refreshed(first);
        clock.advance(PAST_GRACE);
        refreshed(one);
        clock.advance(Duration.ofSeconds(9));

        String joined = refreshed(sibling);

        clock.advance(PAST_GRACE);
        assertThat(calls.refresh(joined)).hasStatusOk();
    }

    @Test
    void replayWithinTheWindowJoinsTheCurrentGeneration() throws Exception {
        String third = refreshed(refreshed(first));

        String joined = refreshed(first);

        clock.advance(PAST_GRACE);
        refreshed(joined);
        clock.advance(PAST_GRACE);
        assertThat(calls.refresh(third))
                .as("a sibling of the retired generation")
                .hasStatus(401);
    }

    /** Compares one session with a model of it, under random refreshes with any token that was ever issued. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
    void randomRefreshesBehaveLikeTheModel(long seed) throws Exception {
        Random random = new Random(seed);
        Map<String, Integer> generations = new HashMap<>(Map.of(first, 0));
        List<String> issued = new ArrayList<>(List.of(first));
        int current = 0;
        Map<Integer, Instant> retired = new HashMap<>();
        boolean ended = false;
        for (int step = 0; step < 40 && !ended; step++) {
            clock.advance(Duration.ofSeconds(random.nextInt(5) == 0 ? 11 : random.nextInt(8)));
            // Mostly one of the latest tokens. Otherwise each run would end within its first steps.
            String used = issued.get(Math.max(0, issued.size() - 1 - random.nextInt(random.nextInt(10) == 0 ? 9 : 2)));
            int generation = generations.getOrDefault(used, 0);
            boolean replay = generation != current;
            ended = replay
                    && retired.getOrDefault(generation, Instant.EPOCH)
                            .plusSeconds(10)
                            .isBefore(clock.instant());
            MvcTestResult answer = calls.refresh(used);
            assertThat(answer).as("step %s of seed %s", step, seed).hasStatus(ended ? 401 : 200);
            if (ended) {
                assertThat(calls.refresh(issued.getLast())).hasStatus(401);
                break;
            }
            if (!replay) {
                retired.put(current++, clock.instant());
            }
            generations.put(read(answer, "$.refreshToken"), current);
            issued.add(read(answer, "$.refreshToken"));
        }
    }

    @RepeatedTest(5)
    void concurrentRefreshesLeaveOneChain() throws Exception {
        ConcurrentLinkedQueue<String> issued = new ConcurrentLinkedQueue<>(List.of(first));
        try (ExecutorService clients = Executors.newFixedThreadPool(8)) {
            List<Future<?>> all = new ArrayList<>();
            for (int client = 0; client < 8; client++) {
                all.add(clients.submit(() -> {
                    String held = first;
                    for (int step = 0; step < 6; step++) {
                        held = refreshed(held);
                        issued.add(held);
                    }
                    return null;
                }));
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        clock.advance(PAST_GRACE);

        List<String> usable = tokensOfTheCurrentGeneration(issued);
        assertThat(usable).isNotEmpty();
        assertThat(calls.refresh(usable.getFirst())).hasStatusOk();
        clock.advance(PAST_GRACE);
        usable.addAll(issued); // after the siblings of the used token, which alone could fork the chain
        for (String other : usable.subList(1, usable.size())) {
            assertThat(calls.refresh(other)).hasStatus(401);
        }
        assertThat(isEnded()).isTrue();
    }

    @Test
    void eightConcurrentRefreshesOfOneTokenSucceed() throws Exception {
        List<MvcTestResult> answers = new ArrayList<>();
        try (ExecutorService tabs = Executors.newFixedThreadPool(8)) {
            List<Future<MvcTestResult>> all = new ArrayList<>();
            for (int tab = 0; tab < 8; tab++) {
                all.add(tabs.submit(() -> calls.refresh(first)));
            }
            for (Future<MvcTestResult> one : all) {
                answers.add(one.get());
            }
        }

        assertThat(answers).allSatisfy(answer -> assertThat(answer).hasStatusOk());
        assertThat(jdbc.sql("""
                        select distinct token.generation from refresh_token token
                          join session on session.id = token.session_id join account on account.id = account_id
                        where nickname = ?
                        """).param(nickname).query(Integer.class).list()).containsExactlyInAnyOrder(0, 1);
    }

    private List<String> tokensOfTheCurrentGeneration(Iterable<String> issued) {
        List<String> usable = new ArrayList<>();
        for (String token : issued) {
            boolean current = jdbc.sql("""
                            select token.generation = session.generation from refresh_token token
                              join session on session.id = token.session_id
                            where hash = sha256(cast(? as bytea))
                            """).param(token).query(Boolean.class).single();
            if (current) {
                usable.add(token);
            }
        }
        return usable;
    }

    private boolean isEnded() {
        return jdbc.sql("""
                        select ended_at is not null from session join account on account.id = account_id
                        where nickname = ?
                        """).param(nickname).query(Boolean.class).single();
    }

    private String refreshed(String refreshToken) throws Exception {
        MvcTestResult answer = calls.refresh(refreshToken);
        assertThat(answer).hasStatusOk();
        return read(answer, "$.refreshToken");
    }
}

package dev.haru.auth.guard;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.guard.TestClient.freshAddress;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The counts of failures, their limits, and the operator who sees and clears them. */
@AuthServiceTest
class LoginGuardTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MovableClock clock;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private LocalCounters local;

    @Autowired
    private LoginGuardEndpoint operator;

    private final String nickname = freshNickname();
    private final String guesserAddress = freshAddress();
    private TestClient guesser;
    private TestClient owner;

    @BeforeEach
    void member() {
        guesser = new TestClient(http, guesserAddress);
        owner = new TestClient(http, freshAddress());
        owner.register(nickname);
    }

    @Test
    void correctPasswordClearsCountsOfOtherProcesses() {
        guesser.guess(nickname);
        guesser.guess(nickname);
        local.forget(Objects.requireNonNull(redis.keys("haru:login-guard:pair:*")));

        assertThat(guesser.signIn(nickname)).hasStatusOk();

        TestClient unknownDevice = new TestClient(http, guesserAddress);
        assertThat(unknownDevice.guess(nickname)).hasStatus(401);
        assertThat(unknownDevice.signIn(nickname)).as("after one failure").hasStatusOk();
    }

    @Test
    void guesserAtOneAccountIsRefusedBeforeItsAddress() {
        for (int i = 0; i < 10; i++) {
            assertThat(guesser.signInSolvingChallenge(nickname, "wrong-password"))
                    .hasStatus(401);
        }

        MvcTestResult refused = guesser.signInSolvingChallenge(nickname, TestClient.PASSWORD);
        assertThat(refused).hasStatus(429);
        assertThat(refused).bodyJson().extractingPath("$.code").isEqualTo("too-many-attempts");
        assertThat(refused).hasHeader("Retry-After", "60");
        assertThat(guesser.guess(freshNickname())).as("another account").hasStatus(401);
        assertThat(owner.signIn(nickname)).as("the owner at another address").hasStatus(428);
        assertThat(owner.signInSolvingChallenge(nickname, TestClient.PASSWORD)).hasStatusOk();
    }

    @Test
    void addressThatTriesManyAccountsIsBlockedForThreeMinutes() {
        int hashes = 0;
        MvcTestResult answer = null;
        for (int i = 0; i < 105; i++) {
            answer = guesser.signInSolvingChallenge(freshNickname(), "wrong-password");
            hashes += answer.getResponse().getStatus() == 401 ? 1 : 0;
        }

        assertThat(hashes).isEqualTo(100);
        assertThat(answer).hasStatus(429);
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo("address-blocked");
        assertThat(answer).hasHeader("Retry-After", "180");
        assertThat(redis.opsForZSet().score(BlockTarget.ADDRESSES, guesserAddress))
                .as("the block that the gateway reads")
                .isEqualTo((double) clock.instant().plusSeconds(180).toEpochMilli());

        clock.advance(Duration.ofSeconds(179));
        assertThat(guesser.guess(nickname)).hasStatus(429).hasHeader("Retry-After", "1");
        clock.advance(Duration.ofSeconds(1));
        assertThat(guesser.guess(nickname)).hasStatus(401);
    }

    @Test
    void manyConcurrentCorrectPasswordsSucceed() throws InterruptedException {
        List<Integer> statuses = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 48; i++) {
            threads.add(Thread.ofVirtual()
                    .start(() -> statuses.add(new TestClient(http, guesserAddress)
                            .signIn(nickname)
                            .getResponse()
                            .getStatus())));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(statuses).hasSize(48).containsOnly(200);
    }

    @Test
    void concurrentGuessesStayWithinTheLimit() throws InterruptedException {
        List<Integer> statuses = Collections.synchronizedList(new ArrayList<>());
        guesser.guess(nickname);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            threads.add(Thread.ofVirtual()
                    .start(() ->
                            statuses.add(guesser.guess(nickname).getResponse().getStatus())));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(statuses.stream().filter(status -> status == 401).count()).isLessThanOrEqualTo(9);
    }

    @Test
    void operatorSeesTheCountsAndClearsThem() {
        for (int i = 0; i < 10; i++) {
            guesser.signInSolvingChallenge(nickname, "wrong-password");
        }
        assertThat(operator.explain(guesserAddress, nickname, null).failures())
                .containsEntry("pair", new LoginGuardEndpoint.Failures(10, 3, 10))
                .containsEntry("address", new LoginGuardEndpoint.Failures(10, 20, 100))
                .containsEntry("account", new LoginGuardEndpoint.Failures(10, 10, 100));

        operator.clear(guesserAddress, nickname, null);

        assertThat(guesser.signIn(nickname)).hasStatusOk();
    }

    @Test
    void operatorEndsABlock() {
        redis.opsForZSet().add(BlockTarget.ADDRESSES, guesserAddress, (double)
                clock.instant().plusSeconds(60).toEpochMilli());
        assertThat(guesser.signIn(nickname)).hasStatus(429);
        assertThat(operator.explain(guesserAddress, null, null).addressBlockedUntil())
                .isEqualTo(clock.instant().plusSeconds(60));

        operator.clear(guesserAddress, null, null);

        assertThat(guesser.signIn(nickname)).hasStatusOk();
    }
}

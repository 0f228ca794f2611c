package dev.haru.auth.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

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
        FakeService.takesEverything();
        guesser = new TestClient(http, guesserAddress);
        owner = new TestClient(http, freshAddress());
        owner.register(nickname);
    }

    @Test
    void signInAfterThreeFailuresNeedsAChallenge() {
        for (int i = 0; i < 3; i++) {
            assertThat(guesser.guess(nickname)).hasStatus(401);
        }

        MvcTestResult challenged = guesser.signIn(nickname);
        assertThat(challenged).hasStatus(428);
        assertThat(challenged).bodyJson().extractingPath("$.code").isEqualTo("challenge-required");
        assertThat(guesser.signIn(nickname, TestClient.PASSWORD, guesser.solution(nickname)))
                .hasStatusOk();
        assertThat(guesser.signIn(nickname))
                .as("the correct password cleared the count")
                .hasStatusOk();
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
    void failuresExpireAfterAMinute() {
        for (int i = 0; i < 3; i++) {
            guesser.guess(nickname);
        }
        assertThat(guesser.guess(nickname)).hasStatus(428);

        clock.advance(Duration.ofMinutes(1));

        assertThat(guesser.guess(nickname)).hasStatus(401);
    }

    @Test
    void repeatedAttemptIsChallengedFromMemory() {
        assertThat(owner.signIn(nickname)).hasStatusOk();
        for (int i = 0; i < 3; i++) {
            guesser.guess(nickname);
        }
        assertThat(guesser.guess(nickname)).hasStatus(428);
        redis.delete(redis.keys("haru:login-guard:*"));

        MvcTestResult again = guesser.guess(nickname);
        assertThat(again).hasStatus(428);
        assertThat(again.getRequest().isAsyncStarted())
                .as("uses another thread")
                .isFalse();
        assertThat(again).bodyJson().extractingPath("$.code").isEqualTo("challenge-required");
        assertThat(guesser.guess(freshNickname())).as("another account").hasStatus(401);
        assertThat(owner.fromAddress(guesserAddress).signIn(nickname))
                .as("a known device")
                .hasStatusOk();

        clock.advance(Duration.ofSeconds(1));
        assertThat(guesser.guess(nickname)).hasStatus(401);
    }

    @Test
    void solutionOrOperatorClearsTheRememberedChallenge() {
        for (int i = 0; i < 3; i++) {
            guesser.guess(nickname);
        }
        assertThat(guesser.guess(nickname)).hasStatus(428);
        assertThat(guesser.signIn(nickname, TestClient.PASSWORD, guesser.solution(nickname)))
                .hasStatusOk();

        for (int i = 0; i < 3; i++) {
            new TestClient(http, guesserAddress).guess(nickname);
        }
        TestClient otherClient = new TestClient(http, guesserAddress);
        assertThat(otherClient.guess(nickname)).hasStatus(428);
        operator.clear(guesserAddress, nickname, null);
        assertThat(otherClient.guess(nickname)).hasStatus(401);
    }

    @Test
    void unknownAccountNeedsAChallengeLikeAKnownOne() {
        String unknownNickname = freshNickname();
        for (int i = 0; i < 3; i++) {
            assertThat(guesser.guess(unknownNickname)).hasStatus(401);
        }
        assertThat(guesser.guess(unknownNickname)).hasStatus(428);
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
    void knownDeviceSignsInDuringAnAttack() {
        assertThat(owner.signIn(nickname)).hasStatusOk();
        for (int i = 0; i < 10; i++) {
            guesser.signInSolvingChallenge(nickname, "wrong-password");
        }

        assertThat(owner.fromAddress(guesserAddress).signIn(nickname)).hasStatusOk();
        assertThat(owner.fromAddress(freshAddress()).signIn(nickname)).hasStatusOk();
    }

    @Test
    void deviceCookieIsInvalidForAnotherAccount() {
        assertThat(owner.signIn(nickname)).hasStatusOk();
        String other = freshNickname();
        new TestClient(http, freshAddress()).register(other);

        TestClient thief = owner.fromAddress(guesserAddress);
        for (int i = 0; i < 3; i++) {
            thief.guess(other);
        }
        assertThat(thief.guess(other)).hasStatus(428);
    }

    @Test
    void deviceThatGuessesIsNoLongerTrusted() {
        assertThat(owner.signIn(nickname)).hasStatusOk();
        TestClient thief = owner.fromAddress(guesserAddress);
        for (int i = 0; i < 10; i++) {
            assertThat(thief.guess(nickname)).hasStatus(401);
        }

        for (int i = 0; i < 3; i++) {
            assertThat(thief.guess(nickname)).as("counted as an unknown device").hasStatus(401);
        }
        assertThat(thief.signIn(nickname)).hasStatus(428);
    }

    @Test
    void deviceCookieIsSetOnceAndHiddenFromScripts() {
        MvcTestResult first = owner.signIn(nickname);

        assertThat(first.getResponse().getHeader("Set-Cookie"))
                .contains(
                        "haru_device=",
                        "Path=/v1/auth/user",
                        "HttpOnly",
                        "Secure",
                        "SameSite=None",
                        "Partitioned",
                        "Max-Age=15552000");
        assertThat(owner.signIn(nickname).getResponse().getHeader("Set-Cookie")).isNull();
    }

    @Test
    void solutionIsValidOnce() {
        for (int i = 0; i < 3; i++) {
            guesser.guess(nickname);
        }
        String solution = guesser.solution(nickname);
        assertThat(guesser.signIn(nickname, "wrong-password", solution)).hasStatus(401);

        assertThat(guesser.signIn(nickname, TestClient.PASSWORD, solution)).hasStatus(428);
    }

    @Test
    void expiredSolutionIsRefused() {
        String solution = guesser.solution(nickname);
        clock.advance(Duration.ofMinutes(5));
        for (int i = 0; i < 3; i++) {
            guesser.guess(nickname);
        }

        assertThat(guesser.signIn(nickname, TestClient.PASSWORD, solution)).hasStatus(428);
    }

    @Test
    void solutionWithTooLittleWorkIsRefused() {
        List<String> easy = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            easy.add(guesser.solution(freshNickname()));
        }
        for (int i = 0; i < 6; i++) {
            guesser.signInSolvingChallenge(nickname, "wrong-password");
        }

        assertThat(guesser.signIn(nickname, TestClient.PASSWORD, easy.getFirst()))
                .hasStatus(428);
        assertThat(guesser.signInSolvingChallenge(nickname, TestClient.PASSWORD))
                .hasStatusOk();
    }

    /** Salt and number are hashed together. Without a delimiter, digits could move from one to the other. */
    @Test
    void solutionWithMovedDigitsIsRefused() {
        for (int i = 0; i < 3; i++) {
            guesser.guess(nickname);
        }
        Map<String, Object> solved = solvedWithManyDigits();
        String number = String.valueOf(solved.get("number"));
        Map<String, Object> cut = new HashMap<>(solved);
        cut.put("salt", solved.get("salt") + number.substring(0, 1));
        cut.put("number", Long.parseLong(number.substring(1)));

        assertThat(guesser.signIn(nickname, TestClient.PASSWORD, TestClient.encoded(cut)))
                .hasStatus(428);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "e30=", "bnVsbA==", "eyJzYWx0IjoxfQ==", "W10=", "\u00e9"})
    void malformedSolutionIsRefused(String garbage) {
        for (int i = 0; i < 3; i++) {
            guesser.guess(nickname);
        }
        assertThat(guesser.signIn(nickname, TestClient.PASSWORD, garbage)).hasStatus(428);
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

    private Map<String, Object> solvedWithManyDigits() {
        Map<String, Object> solved = guesser.solved(nickname);
        while (String.valueOf(solved.get("number")).length() < 2) {
            solved = guesser.solved(nickname);
        }
        return solved;
    }

    static String freshNickname() {
        return "g" + UUID.randomUUID().toString().substring(0, 13);
    }

    static String freshAddress() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return "172.%d.%d.%d".formatted(random.nextInt(256), random.nextInt(256), random.nextInt(256));
    }
}

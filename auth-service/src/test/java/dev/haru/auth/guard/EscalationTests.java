package dev.haru.auth.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Repeated attempts from one address that solve no challenge. */
@AuthServiceTest
class EscalationTests {

    private static final int ACCOUNTS = 40;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MovableClock clock;

    @Autowired
    private StringRedisTemplate redis;

    private final String address = TestClient.freshAddress();
    private final String nickname = AccountFixture.freshNickname();
    private final List<String> accounts = IntStream.range(0, ACCOUNTS)
            .mapToObj(_ -> AccountFixture.freshNickname())
            .toList();

    private TestClient attacker;
    private TestClient owner;

    @BeforeEach
    void member() {
        attacker = new TestClient(http, address);
        owner = new TestClient(http, TestClient.freshAddress());
        owner.register(nickname);
    }

    @Test
    void unsolvedChallengesBlockTheAddress() {
        List<Integer> statuses = attack(160);

        assertThat(statuses.subList(0, 20)).containsOnly(401);
        assertThat(statuses.subList(20, 100)).containsOnly(428);
        assertThat(statuses.subList(110, 160)).containsOnly(429);
        assertThat(redis.opsForZSet().score(BlockTarget.ADDRESSES, address))
                .as("the block that the gateway reads")
                .isEqualTo((double) clock.instant().plusSeconds(180).toEpochMilli());
    }

    /** After Redis timed out during a flood, only this process has counted the failures. */
    @Test
    void challengesInTheQueueBlockTheAddress() {
        attack(30);
        redis.delete(redis.keys("haru:login-guard:*"));
        clock.advance(Duration.ofSeconds(2));

        List<Integer> statuses = attack(160);

        assertThat(statuses).doesNotContain(401);
        assertThat(statuses.subList(120, 160)).containsOnly(429);
        assertThat(redis.opsForZSet().score(BlockTarget.ADDRESSES, address))
                .as("the block that the gateway reads")
                .isNotNull();
    }

    @Test
    void refusalOfABlockedAddressNamesTheSolutionHeader() {
        attack(120);

        MvcTestResult refused = attacker.guess(nickname);

        assertThat(refused).hasStatus(429).hasHeader("Retry-After", "180");
        assertThat(refused).bodyJson().extractingPath("$.code").isEqualTo("address-blocked");
        assertThat(refused).bodyJson().extractingPath("$.detail").asString().contains("Challenge-Solution");
    }

    @Test
    void solvedChallengePassesTheBlock() {
        attack(120);
        TestClient member = new TestClient(http, address);
        assertThat(member.signIn(nickname)).hasStatus(429);

        assertThat(member.signInSolved(nickname, TestClient.PASSWORD, member.solution(nickname)))
                .hasStatusOk();
    }

    @Test
    void usedSolutionDoesNotPassTheBlock() {
        attack(120);
        TestClient member = new TestClient(http, address);
        String solution = member.solution(nickname);
        assertThat(member.signInSolved(nickname, "wrong-password", solution)).hasStatus(401);

        assertThat(member.signInSolved(nickname, TestClient.PASSWORD, solution)).hasStatus(429);
    }

    @Test
    void solutionStaysRequiredUntilTheBlockEnds() {
        attack(120);
        clock.advance(Duration.ofSeconds(100));
        TestClient member = new TestClient(http, address);

        assertThat(member.signIn(nickname)).hasStatus(429);
        assertThat(member.signInSolved(nickname, TestClient.PASSWORD, member.solution(nickname)))
                .hasStatusOk();
    }

    @Test
    void ownerOnAKnownDevicePassesTheBlock() {
        assertThat(owner.signIn(nickname)).hasStatusOk();
        attack(120);

        assertThat(owner.fromAddress(address).signIn(nickname)).hasStatusOk();
    }

    @Test
    void solvedChallengesDoNotBlockTheAddress() {
        for (int i = 0; i < 20; i++) {
            attacker.guess(accounts.get(i));
        }
        for (int i = 0; i < 110; i++) {
            TestClient member = new TestClient(http, address);
            assertThat(member.signIn(nickname)).hasStatus(428);
            assertThat(member.signIn(nickname, TestClient.PASSWORD, member.solution(nickname)))
                    .hasStatusOk();
        }
    }

    @Test
    void malformedSolutionIsRefusedFromMemory() {
        attack(30);

        MvcTestResult refused = attacker.signInSolved(nickname, "wrong-password", "e30=");

        assertThat(refused).hasStatus(428);
        assertThat(refused.getRequest().isAsyncStarted()).isFalse();
    }

    @Test
    void solvedGuessesAreRefusedAfterTwoHundredFailures() {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < 230; i++) {
            String account = AccountFixture.freshNickname();
            MvcTestResult answer = attacker.signIn(account, "wrong-password", attacker.solution(account));
            statuses.add(answer.getResponse().getStatus());
        }

        assertThat(statuses.stream().filter(status -> status == 401).count()).isEqualTo(200);
        assertThat(statuses.subList(200, 230)).containsOnly(429);
    }

    private List<Integer> attack(int attempts) {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < attempts; i++) {
            statuses.add(
                    attacker.guess(accounts.get(i % ACCOUNTS)).getResponse().getStatus());
        }
        return statuses;
    }
}

package dev.haru.auth.guard;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.guard.TestClient.freshAddress;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The conditions of a challenge, and the checks of its solution. */
@AuthServiceTest
class ChallengeTests {

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MovableClock clock;

    @Autowired
    private StringRedisTemplate redis;

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
    void unknownAccountNeedsAChallengeLikeAKnownOne() {
        String unknownNickname = freshNickname();
        for (int i = 0; i < 3; i++) {
            assertThat(guesser.guess(unknownNickname)).hasStatus(401);
        }
        assertThat(guesser.guess(unknownNickname)).hasStatus(428);
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
    void challengedAddressIsRefusedBeforeTheReadOfAnEmail() throws Exception {
        String email = nickname + "@example.org";
        assertThat(guesser.signIn(email)).hasStatus(401);
        MvcTestResult challenged = null;
        for (int i = 0;
                i < 40 && (challenged == null || challenged.getResponse().getStatus() == 401);
                i++) {
            challenged = guesser.guess(freshNickname());
        }
        assertThat(challenged).as("the address needs a challenge").hasStatus(428);

        try (Connection connection = EmbeddedDatabase.admin();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            // A read would wait until its time-out.
            statement.execute("lock table auth.account in access exclusive mode");
            assertThat(guesser.guess(nickname))
                    .as("the process remembers the challenge")
                    .hasStatus(428);
            assertThat(guesser.signIn(email)).hasStatus(428);
        }
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

    private Map<String, Object> solvedWithManyDigits() {
        Map<String, Object> solved = guesser.solved(nickname);
        while (String.valueOf(solved.get("number")).length() < 2) {
            solved = guesser.solved(nickname);
        }
        return solved;
    }
}

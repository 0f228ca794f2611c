package dev.haru.auth.guard;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** Guesses the password of an account with a stolen token, each time from another address. */
@AuthServiceTest
class ConfirmationGuardTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    @Autowired
    private LoginGuardEndpoint operator;

    private final String nickname = LoginGuardTests.freshNickname();

    private String token = "";
    private UUID account = new UUID(0, 0);

    @BeforeEach
    void member() throws Exception {
        FakeService.takesEverything();
        account = UUID.fromString(read(calls.register(nickname), "$.memberId"));
        token = read(calls.login(nickname, PASSWORD), "$.token");
    }

    @Test
    void guessesFromManyAddressesCountAgainstTheAccount() {
        List<Integer> statuses = guess(150);

        assertThat(statuses.subList(0, 10)).containsOnly(401);
        assertThat(statuses.subList(10, 150)).containsOnly(429);
    }

    @Test
    void blockOfConfirmationsEndsAfterThreeMinutes() {
        guess(11);
        assertThat(calls.changePassword(token, PASSWORD, "a better password"))
                .hasStatus(429)
                .hasHeader("Retry-After", "180");
        assertThat(calls.erase(token, PASSWORD)).hasStatus(429);

        clock.advance(Duration.ofMinutes(3));
        assertThat(calls.changePassword(token, PASSWORD, "a better password")).hasStatus(204);
    }

    @Test
    void signInWhileConfirmationsAreBlockedSucceeds() {
        guess(11);

        assertThat(calls.login(nickname, PASSWORD)).hasStatusOk();
    }

    @Test
    void operatorSeesAndEndsTheBlock() throws Exception {
        guess(11);
        LoginGuardEndpoint.Explanation why = operator.explain(null, null, account);
        assertThat(why.confirmationsBlockedUntil()).isEqualTo(clock.instant().plus(Duration.ofMinutes(3)));
        assertThat(why.failures()).containsEntry("confirmation", new LoginGuardEndpoint.Failures(10, 0, 10));

        operator.clear("127.0.0.1", null, account);

        assertThat(operator.explain(null, null, account).confirmationsBlockedUntil())
                .isNull();
        assertThat(calls.changePassword(token, PASSWORD, "a better password")).hasStatus(204);
    }

    @Test
    void wrongConfirmationRecordsAnEvent() {
        guess(1);

        Awaitility.await()
                .untilAsserted(() -> assertThat(calls.get("events", token))
                        .bodyJson()
                        .extractingPath("$.items[*].kind")
                        .asArray()
                        .contains("confirmation-failed"));
    }

    private List<Integer> guess(int times) {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            statuses.add(calls.changePassword(token, "guess " + i, "a better password")
                    .getResponse()
                    .getStatus());
        }
        return statuses;
    }
}

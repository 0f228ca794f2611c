package dev.haru.auth.guard;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Guesses the password of an account with a stolen token, each time from another address. */
@AuthServiceTest
class ConfirmationGuardTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private FailureCounters counters;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MovableClock clock;

    @Autowired
    private LoginGuardEndpoint operator;

    private final String nickname = AccountFixture.freshNickname();

    private String token = "";
    private UUID account = new UUID(0, 0);

    @BeforeEach
    void member() throws Exception {
        account = UUID.fromString(read(calls.register(nickname), "$.memberId"));
        token = read(calls.login(nickname, PASSWORD), "$.token");
    }

    @Test
    void guessesFromManyAddressesCountAgainstTheAccount() {
        List<Integer> statuses = guess(150);

        assertThat(statuses.subList(0, 10)).containsOnly(422);
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
    void rightPasswordWithoutACodeKeepsTheCount() throws Exception {
        FactorCalls.Member member = factors.memberWithTotp(freshNickname());
        String address = "203.0.113.77";
        String wrong = factors.wrongCode(member.secret());
        assertThat(confirm(member, "\"" + wrong + "\"", address)).hasStatus(422);
        assertThat(confirm(member, "null", address)).as("the password alone").hasStatus(422);
        assertThat(pair(member, address)).isOne();

        assertThat(confirm(member, "\"" + factors.code(member.secret(), 0) + "\"", address))
                .hasStatus(204);
        assertThat(pair(member, address)).as("password and code").isZero();
    }

    private MvcTestResult confirm(FactorCalls.Member member, String code, String address) {
        return http.post()
                .uri("/v1/auth/confirmation")
                .header("Authorization", "Bearer " + member.token())
                .with(request -> {
                    request.setRemoteAddr(address);
                    return request;
                })
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"password\": \"%s\", \"code\": %s}".formatted(PASSWORD, code))
                .exchange();
    }

    private int pair(FactorCalls.Member member, String address) {
        return counters.assess(
                        BlockTarget.confirmationsOf(member.account()),
                        CounterKeys.ofConfirmation(CounterKeys.prefixOf(address), member.account()))
                .of(Counter.PAIR);
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

package dev.haru.auth.factor;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.AuthCalls.readAll;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.auth.totp.FactorCalls.Member;
import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.test.MovableClock;
import jakarta.servlet.http.Cookie;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Guesses codes of an account whose password is known. */
@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it by days
class CodeGuessTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private MovableClock clock;

    private Member member;

    @BeforeEach
    void memberWithTotp() throws Exception {
        member = factors.memberWithTotp(freshNickname());
    }

    @Test
    void fiveWrongCodesEndTheTransaction() throws Exception {
        String transaction = factors.transaction(member);
        for (int i = 0; i < 5; i++) {
            assertThat(guess(transaction)).hasStatus(422);
        }

        assertThat(factors.complete(transaction, factors.code(member.secret(), 0)))
                .hasStatus(401);
        assertThat(factors.complete(factors.transaction(member), factors.code(member.secret(), 0)))
                .as("another transaction")
                .hasStatusOk();
    }

    @Test
    void parallelGuessesHaveNoMoreTries() throws Exception {
        String transaction = factors.transaction(member);
        String wrong = factors.wrongCode(member.secret());
        List<Callable<MvcTestResult>> guesses = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            String address = factors.nextAddress();
            guesses.add(() -> factors.complete(transaction, wrong, address, null));
        }
        assertThat(FactorCalls.parallel(guesses)).isSubsetOf(401, 422, 428);

        assertThat(factors.complete(transaction, factors.code(member.secret(), 0)))
                .as("the right code after all tries")
                .hasStatus(401);
    }

    @Test
    void accountAcceptsTwentyWrongCodesADay() throws Exception {
        assertThat(statusesOfGuesses(22)).containsExactlyElementsOf(expected(20, 422, 2, 429));
        MvcTestResult refused = factors.complete(factors.transaction(member), factors.code(member.secret(), 0));
        assertThat(refused).hasStatus(429).hasHeader("Retry-After", Long.toString(retryAfter()));
        assertThat(read(refused, "$.code")).isEqualTo("too-many-attempts");

        clock.advance(Duration.ofDays(1));
        assertThat(factors.complete(factors.transaction(member), factors.code(member.secret(), 0)))
                .hasStatusOk();
    }

    @Test
    void knownDeviceOfTheOwnerHasItsOwnCount() throws Exception {
        factors.nextStep();
        MvcTestResult signedIn = factors.complete(factors.transaction(member), factors.code(member.secret(), 0));
        Cookie device = Objects.requireNonNull(signedIn.getResponse().getCookie(DeviceToken.COOKIE));
        statusesOfGuesses(21);
        factors.nextStep();

        String transaction = read(calls.login(member.nickname(), PASSWORD, device), "$.transaction");
        assertThat(factors.complete(transaction, factors.code(member.secret(), 0), factors.nextAddress(), device))
                .hasStatusOk();
    }

    @Test
    void passwordChangeEndsTheCount() throws Exception {
        statusesOfGuesses(20);
        assertThat(factors.complete(factors.transaction(member), factors.code(member.secret(), 0)))
                .hasStatus(429);
        factors.confirmation(
                member.token(),
                "{\"password\": \"%s\", \"code\": \"%s\"}".formatted(PASSWORD, factors.code(member.secret(), 0)));
        assertThat(calls.changePassword(member.token(), PASSWORD, "a better password"))
                .hasStatus(204);
        factors.nextStep();

        String transaction = read(calls.login(member.nickname(), "a better password"), "$.transaction");
        assertThat(factors.complete(transaction, factors.code(member.secret(), 0)))
                .hasStatusOk();
    }

    @Test
    void otherHashOfThePasswordKeepsTheCount(@Autowired Accounts accounts) throws Exception {
        statusesOfGuesses(20);
        Credentials credentials = accounts.credentialsOf(accounts.signInKeysOf(member.nickname()), null)
                .orElseThrow();
        String weak = "{bcrypt}" + new BCryptPasswordEncoder(4).encode(PASSWORD);
        assertThat(accounts.upgradeHash(credentials, weak)).isTrue();

        // The sign-in with the password replaces the weak hash once more.
        assertThat(factors.complete(factors.transaction(member), factors.code(member.secret(), 0)))
                .hasStatus(429);
    }

    @Test
    void endOfAllOtherSessionsKeepsTheCount() throws Exception {
        statusesOfGuesses(20);
        assertThat(calls.delete("sessions", member.token())).hasStatus(204);

        assertThat(factors.complete(factors.transaction(member), factors.code(member.secret(), 0)))
                .hasStatus(429);
    }

    @Test
    void wrongCodesCountInTheLoginGuard() throws Exception {
        String address = factors.nextAddress();
        String transaction = factors.transaction(member);
        for (int i = 0; i < 3; i++) {
            assertThat(factors.complete(transaction, factors.wrongCode(member.secret()), address, null))
                    .hasStatus(422);
        }

        assertThat(factors.complete(factors.transaction(member), factors.code(member.secret(), 0), address, null))
                .as("the same address at the same account")
                .hasStatus(428);
    }

    @Test
    void rightPasswordKeepsTheCountOfTheClient() throws Exception {
        String address = factors.nextAddress();
        String first = factors.transaction(member, address);
        String wrong = factors.wrongCode(member.secret());
        assertThat(factors.complete(first, wrong, address, null)).hasStatus(422);
        assertThat(factors.complete(first, wrong, address, null)).hasStatus(422);
        String second = factors.transaction(member, address);
        assertThat(factors.complete(second, wrong, address, null)).hasStatus(422);

        assertThat(factors.complete(second, factors.code(member.secret(), 0), address, null))
                .hasStatus(428);
    }

    @Test
    void wrongCodesCountAgainstTheAccount() throws Exception {
        statusesOfGuesses(10);

        assertThat(calls.login(member.nickname(), PASSWORD))
                .as("an unknown device at a new address")
                .hasStatus(428);
    }

    @Test
    void wrongCodeLeavesAnEvent() throws Exception {
        guess(factors.transaction(member));

        Awaitility.await()
                .untilAsserted(() -> assertThat(readAll(calls.get("events", member.token()), "$.items[*].kind"))
                        .contains("second-factor-failed"));
    }

    /** Guesses in new transactions from new addresses, so slowly that the login guard requires no challenge. */
    private List<Integer> statusesOfGuesses(int times) throws Exception {
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            clock.advance(Duration.ofSeconds(i == 0 || times <= 10 ? 0 : 10));
            statuses.add(guess(factors.transaction(member)).getResponse().getStatus());
        }
        return statuses;
    }

    private MvcTestResult guess(String transaction) {
        return factors.complete(transaction, factors.wrongCode(member.secret()), factors.nextAddress(), null);
    }

    private long retryAfter() {
        // The window began with the first of 22 guesses.
        return Duration.ofDays(1).minusSeconds(210).toSeconds();
    }

    private static List<Integer> expected(int times, int status, int furtherTimes, int furtherStatus) {
        List<Integer> all = new ArrayList<>(Collections.nCopies(times, status));
        all.addAll(Collections.nCopies(furtherTimes, furtherStatus));
        return all;
    }
}

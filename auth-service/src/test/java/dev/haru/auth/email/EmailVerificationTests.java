package dev.haru.auth.email;

import static dev.haru.auth.AuthCalls.code;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;

/** Proof that a member reads the mails to an address. */
@AuthServiceTest
class EmailVerificationTests {

    @Autowired
    private EmailFixture emails;

    @Autowired
    private AccountFixture accounts;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private EmailCleanup cleanup;

    @Autowired
    private MovableClock clock;

    private EmailMember member;

    @BeforeEach
    void register() throws Exception {
        member = emails.memberWithClaimedAddress();
    }

    @Test
    void registrationSendsAMailThatVerifiesTheAddress() throws Exception {
        assertThat(member.isVerified()).isFalse();

        member.confirm(member.address());

        assertThat(member.isVerified()).isTrue();
        assertThat(member.events()).contains("email-verified");
    }

    @Test
    void linkVerifiesTheAddressOnce() throws Exception {
        String link = emails.linkTo(member.address());

        assertThat(emails.verifyWithLink(link)).hasStatus(204);
        assertThat(member.isVerified()).isTrue();
        assertThat(code(emails.verifyWithLink(link))).isEqualTo("invalid-link");
        assertThat(code(emails.verifyWithCode(member.token(), emails.codeTo(member.address()))))
                .as("the code of the same mail")
                .isEqualTo("invalid-code");
    }

    @Test
    void linkAndCodeExpire() throws Exception {
        String link = emails.linkTo(member.address());
        String right = emails.codeTo(member.address());
        clock.advance(Duration.ofMinutes(30));
        member.signIn();

        assertThat(code(emails.verifyWithLink(link))).isEqualTo("invalid-link");
        assertThat(code(emails.verifyWithCode(member.token(), right))).isEqualTo("invalid-code");
        cleanup.run();
        assertThat(accounts.rows("email_verification", member.account())).isZero();
    }

    @Test
    void sixthCodeIsRefusedEvenIfRight() throws Exception {
        String right = emails.codeTo(member.address());
        String wrong = right.equals("000000") ? "000001" : "000000";
        for (int i = 0; i < 5; i++) {
            assertThat(code(emails.verifyWithCode(member.token(), wrong))).isEqualTo("invalid-code");
        }

        assertThat(code(emails.verifyWithCode(member.token(), right))).isEqualTo("invalid-code");
        assertThat(emails.requestVerification(member.token())).hasStatus(202);
        member.confirm(member.address());
    }

    @Test
    void codeOfAnotherAccountIsRefused() throws Exception {
        String other = "o" + member.nickname().substring(1);
        emails.register(other, other + "@example.org");

        assertThat(code(emails.verifyWithCode(calls.signIn(other), emails.codeTo(member.address()))))
                .isEqualTo("invalid-code");
        member.confirm(member.address());
    }

    @Test
    void newMailReplacesTheEarlierLinkAndCode() throws Exception {
        String link = emails.linkTo(member.address());
        String earlier = emails.codeTo(member.address());
        assertThat(emails.requestVerification(member.token())).hasStatus(202);

        assertThat(code(emails.verifyWithLink(link))).isEqualTo("invalid-link");
        String later = emails.codeTo(member.address());
        if (!later.equals(earlier)) {
            assertThat(code(emails.verifyWithCode(member.token(), earlier))).isEqualTo("invalid-code");
        }
        assertThat(emails.verifyWithCode(member.token(), later)).hasStatus(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "12345", "1234567", "12345a", "١٢٣٤٥٦", "12 456"})
    void malformedCodeIsABadRequest(String code) {
        assertThat(emails.verifyWithCode(member.token(), code)).hasStatus(400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "hre_", "hru_0oVYbW1Yl3nT8Qh2fZ7cKxRsD5aJ6uEwP4mNqGtBvCk"})
    void unknownLinkIsRefused(String link) throws Exception {
        assertThat(code(emails.verifyWithLink(link))).isEqualTo("invalid-link");
        assertThat(code(emails.restore(link))).isEqualTo("invalid-link");
    }

    @Test
    void truncatedLinkIsRefused() throws Exception {
        String link = emails.linkTo(member.address());

        assertThat(code(emails.verifyWithLink(link.substring(0, link.length() - 1))))
                .isEqualTo("invalid-link");
        assertThat(emails.verifyWithLink(link)).hasStatus(204);
    }

    @Test
    void unverifiedAddressBlocksNoOtherAccount() throws Exception {
        String own = emails.codeTo(member.address());
        assertThat(emails.register("t" + member.nickname().substring(1), member.address()))
                .hasStatus(201);
        String linkOfThief = emails.linkTo(member.address());

        assertThat(emails.verifyWithCode(member.token(), own)).hasStatus(204);

        assertThat(code(emails.verifyWithLink(linkOfThief))).isEqualTo("email-taken");
        assertThat(emails.register(
                        "u" + member.nickname().substring(1), member.address().toUpperCase(Locale.ROOT)))
                .hasStatus(409)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("email-taken");
    }

    @Test
    void concurrentVerificationsOfOneAddressHaveOneWinner() throws Exception {
        emails.register("t" + member.nickname().substring(1), member.address());
        List<String> links = emails.mailsTo(member.address()).stream()
                .map(EmailFixture::linkIn)
                .toList();

        List<Integer> answers = links.parallelStream()
                .map(link -> emails.verifyWithLink(link).getResponse().getStatus())
                .toList();

        assertThat(answers).containsExactlyInAnyOrder(204, 409);
    }

    @Test
    void addressChangedBeforeTheConfirmationIsNotVerified() throws Exception {
        String link = emails.linkTo(member.address());
        assertThat(member.change("new" + member.address())).hasStatus(200);

        assertThat(code(emails.verifyWithLink(link))).isEqualTo("invalid-link");
        assertThat(member.isVerified()).isFalse();
    }

    @Test
    void mailIsRefusedWithoutAnUnverifiedAddress() throws Exception {
        member.confirm(member.address());
        assertThat(code(emails.requestVerification(member.token()))).isEqualTo("email-already-verified");

        String plain = "p" + member.nickname().substring(1);
        calls.register(plain);
        assertThat(code(emails.requestVerification(calls.signIn(plain)))).isEqualTo("no-email");
    }

    @Test
    void addressWithLettersOutsideOfAsciiIsClaimedButNotVerified() throws Exception {
        String other = "h" + member.nickname().substring(1);
        assertThat(emails.register(other, "하루" + member.address())).hasStatus(201);

        assertThat(code(emails.requestVerification(calls.signIn(other)))).isEqualTo("unsupported-email");
    }
}

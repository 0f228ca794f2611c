package dev.haru.auth.mail;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.code;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AccountFixture.Member;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.UnconfiguredService;
import dev.haru.auth.recovery.RecoveryCalls;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Calls in a deployment without a mail server. */
@AuthServiceTest
@UnconfiguredService
class MailNotConfiguredTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private RecoveryCalls recovery;

    @Autowired
    private AccountFixture members;

    @Autowired
    private MockMvcTester http;

    @Test
    void recoveryIsRefusedForKnownAndUnknownAddress() throws Exception {
        Member member = members.memberWithVerifiedAddress();

        assertRefused(recovery.request(member.address()));
        assertRefused(recovery.request("x" + member.address()));
    }

    @Test
    void verificationIsRefused() throws Exception {
        Member member = members.memberWithVerifiedAddress();
        members.removeVerifiedAddress(member.account());

        assertRefused(http.post()
                .uri("/v1/auth/email/verification")
                .header("Authorization", "Bearer " + calls.signIn(member.nickname()))
                .exchange());
    }

    @Test
    void callsThatOnlyAnnounceSucceed() throws Exception {
        String nickname = freshNickname();

        assertThat(calls.register(nickname)).hasStatus(201);
        assertThat(calls.changePassword(calls.signIn(nickname), AuthCalls.PASSWORD, RecoveryCalls.NEW_PASSWORD))
                .hasStatus2xxSuccessful();
    }

    /** The client cannot know when an operator configures a mail server, so the response has no time for a retry. */
    private static void assertRefused(MvcTestResult result) throws Exception {
        assertThat(result).hasStatus(503).doesNotContainHeader("Retry-After");
        assertThat(code(result)).isEqualTo("mail-not-configured");
    }
}

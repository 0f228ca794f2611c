package dev.haru.auth.email;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.code;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.mail.Mailboxes;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The mails to claimed addresses: their texts, their number and their end. */
@AuthServiceTest
class VerificationMailTests {

    @Autowired
    private EmailFixture emails;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private Mailboxes mailboxes;

    private EmailMember member;

    @BeforeEach
    void register() throws Exception {
        member = emails.memberWithClaimedAddress();
    }

    @Test
    void nicknameLikeADomainIsNoLinkInTheMail() throws Exception {
        String other = member.nickname().substring(0, 8) + ".com";
        emails.register(other, member.address());

        assertThat(emails.mailsTo(member.address()))
                .hasSize(2)
                .anySatisfy(mail -> assertThat(mail)
                        .contains("belongs to the account " + member.nickname().substring(0, 8) + ".\u2060com")
                        .contains("If you did not request this"));
    }

    @Test
    void koreanClientGetsAKoreanMail() {
        String korean = freshNickname();
        assertThat(emails.register(korean, korean + "@example.org", "ko-KR,ko;q=0.9"))
                .hasStatus(201);

        assertThat(emails.mailsTo(korean + "@example.org").getFirst()).contains("코드", "?lang=ko#");
    }

    @Test
    void requestsAreLimited() throws Exception {
        for (int i = 0; i < 4; i++) {
            assertThat(emails.requestVerification(member.token())).hasStatus(202);
        }

        MvcTestResult refused = emails.requestVerification(member.token());

        assertThat(refused).hasStatus(429).hasHeader(HttpHeaders.RETRY_AFTER, "3600");
        assertThat(code(refused)).isEqualTo("too-many-mails");
        assertThat(emails.mailsTo(member.address())).hasSize(5);
    }

    @Test
    void changeBeyondTenMailsADayIsRefused() throws Exception {
        for (int i = 1; i < 10; i++) {
            assertThat(member.change("m" + i + member.address())).hasStatus(200);
        }

        MvcTestResult refused = member.change("m10" + member.address());

        assertThat(refused).hasStatus(429).hasHeader(HttpHeaders.RETRY_AFTER, "86400");
        assertThat(code(refused)).isEqualTo("too-many-mails");
        assertThat(emails.mailsTo("m10" + member.address())).isEmpty();
        assertThat(read(calls.get("email", member.token()), "$.email")).isEqualTo("m9" + member.address());
        assertThat(member.events().stream().filter("email-changed"::equals)).hasSize(9);
    }

    @Test
    void claimOfAnotherAccountLeavesTheOwnerMails() throws Exception {
        String other = "t" + member.nickname().substring(1);
        emails.register(other, member.address());
        String thief = calls.signIn(other);
        for (int i = 0; i < 4; i++) {
            assertThat(emails.requestVerification(thief)).hasStatus(202);
        }
        assertThat(emails.requestVerification(thief)).hasStatus(429);
        assertThat(emails.mailsTo(member.address()))
                .as("delivered before the next one")
                .hasSize(6);

        assertThat(emails.requestVerification(member.token())).hasStatus(202);
        member.confirm(member.address());
    }

    @Test
    void erasureEndsThePendingMailsOfTheAccount() throws Exception {
        member.confirm(member.address());
        int received = emails.mailsTo(member.address()).size();
        assertThat(member.change("erased" + member.address())).hasStatus(200);
        assertThat(member.remove()).as("announced at the verified address").hasStatus(200);
        assertThat(mailboxes.pendingOf(member.account())).isEqualTo(2);

        assertThat(calls.erase(member.token(), PASSWORD)).hasStatus(202);

        assertThat(mailboxes.pendingOf(member.account())).isZero();
        assertThat(emails.mailsTo(member.address()))
                .as("the notice of the erasure")
                .hasSize(received + 1)
                .last()
                .asString()
                .contains("is being erased");
        assertThat(emails.mailsTo("erased" + member.address())).isEmpty();
    }
}

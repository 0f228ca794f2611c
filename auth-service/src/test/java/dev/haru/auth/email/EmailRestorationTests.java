package dev.haru.auth.email;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.code;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.mail.Mailboxes;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;

/** The link by which an owner undoes a change of the address. */
@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it by days
class EmailRestorationTests {

    @Autowired
    private EmailFixture emails;

    @Autowired
    private AccountFixture accounts;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private Mailboxes mailboxes;

    @Autowired
    private EmailCleanup cleanup;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private EmailMember member;

    @BeforeEach
    void register() throws Exception {
        member = emails.memberWithVerifiedAddress();
    }

    @Test
    void changeIsUndoneFromTheFormerAddress() throws Exception {
        assertThat(member.change("new" + member.address())).hasStatus(200);
        member.confirm("new" + member.address());
        String link = emails.linkTo(member.address());
        clock.advance(Duration.ofDays(7).minusSeconds(1));
        String session = calls.signIn(member.nickname());

        assertThat(emails.restore(link)).hasStatus(204);

        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(200);
        assertThat(calls.login("new" + member.address(), PASSWORD)).hasStatus(401);
        assertThat(calls.get("sessions", session)).as("ended").hasStatus(401);
        assertThat(member.events()).contains("email-restored");
        assertThat(code(emails.restore(link))).isEqualTo("invalid-link");
    }

    @Test
    void changeCannotBeUndoneAfterSevenDays() throws Exception {
        assertThat(member.change("new" + member.address())).hasStatus(200);
        member.confirm("new" + member.address());
        String link = emails.linkTo(member.address());
        clock.advance(Duration.ofDays(7));

        assertThat(code(emails.restore(link))).isEqualTo("invalid-link");
        cleanup.run();
        assertThat(accounts.rows("email_revert", member.account())).isZero();
    }

    @Test
    void secondChangeCanBeUndoneFromTheFirstAddress() throws Exception {
        for (String next : List.of("a" + member.address(), "b" + member.address())) {
            assertThat(member.change(next)).hasStatus(200);
            member.confirm(next);
        }

        assertThat(emails.restore(emails.linkTo(member.address()))).hasStatus(204);

        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(200);
        assertThat(code(emails.restore(emails.linkTo("a" + member.address())))).isEqualTo("invalid-link");
    }

    @Test
    void undoOfALaterChangeKeepsTheOwnersLink() throws Exception {
        member.changeAndConfirm("a" + member.address(), clock);
        member.changeAndConfirm("b" + member.address(), clock);

        assertThat(emails.restore(emails.linkTo("a" + member.address()))).hasStatus(204);
        assertThat(calls.login("a" + member.address(), PASSWORD)).hasStatus(200);
        assertThat(emails.restore(emails.linkTo(member.address()))).hasStatus(204);

        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(200);
        assertThat(calls.login("a" + member.address(), PASSWORD)).hasStatus(401);
        assertThat(accounts.rows("email_revert", member.account())).isZero();
    }

    @Test
    void restorationSendsALinkForANewPassword() throws Exception {
        member.changeAndConfirm("new" + member.address(), clock);

        assertThat(emails.restore(emails.linkTo(member.address()))).hasStatus(204);

        assertThat(mailboxes.textsTo(member.address()))
                .anyMatch(text -> text.contains("/account/reset-password?lang=en#hrp_"));
        assertThat(mailboxes.textsTo("new" + member.address()))
                .noneMatch(text -> text.contains("/account/reset-password"));
    }

    @Test
    void restorationRemovesTheFactorOfAThief() throws Exception {
        member.changeAndConfirm("new" + member.address(), clock);
        assertThat(factors.confirm(member.token(), factors.code(factors.begin(member.token()), 0)))
                .hasStatusOk();
        assertThat(calls.login(member.nickname(), PASSWORD)).hasStatus(401);

        assertThat(emails.restore(emails.linkTo(member.address()))).hasStatus(204);

        assertThat(calls.login(member.nickname(), PASSWORD)).hasStatusOk();
        assertThat(accounts.rows("recovery_code", member.account())).isZero();
    }

    @Test
    void languageOfAThiefEndsWithTheRestoration() throws Exception {
        String thief = "new" + member.address();
        assertThat(member.change(thief)).hasStatus(200);
        assertThat(emails.verifyWithCode(member.token(), emails.codeTo(thief), "ko"))
                .hasStatus(204);
        assertThat(language()).isEqualTo("ko");
        assertThat(emails.mailsTo(member.address()).getLast())
                .as("to the owner")
                .contains("If this was you");

        assertThat(emails.restore(emails.linkTo(member.address()))).hasStatus(204);

        assertThat(language()).isEqualTo("en");
    }

    @Test
    void restorationIsAnnouncedAtTheReplacedAddress() throws Exception {
        member.changeAndConfirm("new" + member.address(), clock);

        assertThat(emails.restore(emails.linkTo(member.address()))).hasStatus(204);

        assertThat(emails.mailsTo("new" + member.address()).getLast()).contains("Its former address was restored");
    }

    @Test
    void addressThatAnotherAccountHasVerifiedIsNotRestored() throws Exception {
        assertThat(member.change("new" + member.address())).hasStatus(200);
        member.confirm("new" + member.address());
        String restoration = emails.linkTo(member.address());
        String other = "o" + member.nickname().substring(1);
        emails.register(other, member.address());
        assertThat(emails.verifyWithLink(emails.linkTo(member.address()))).hasStatus(204);

        assertThat(code(emails.restore(restoration))).isEqualTo("email-taken");
    }

    private String language() {
        return jdbc.sql("select mail_language from account where id = ?")
                .param(member.account())
                .query(String.class)
                .single();
    }
}

package dev.haru.auth.email;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.code;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.mail.Mailboxes;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Changes and removals of a verified address. */
@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it by days
class EmailChangeTests {

    @Autowired
    private EmailFixture emails;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private Mailboxes mailboxes;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private EmailMember member;

    @BeforeEach
    void register() throws Exception {
        member = emails.memberWithVerifiedAddress();
    }

    @Test
    void changeIsConfirmedAtTheNewAndAnnouncedAtTheOldAddress() throws Exception {
        String other = "new" + member.address();
        assertThat(member.change(other)).hasStatus(200);
        assertThat(calls.login(member.address(), PASSWORD))
                .as("until the confirmation")
                .hasStatus(200);
        assertThat(calls.login(other, PASSWORD)).hasStatus(401);

        member.confirm(other);

        assertThat(calls.login(other, PASSWORD)).hasStatus(200);
        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(401);
        assertThat(emails.mailsTo(member.address()).getLast())
                .contains("n…@example.org")
                .doesNotContain(other);
    }

    @Test
    void changeInAnotherCaseIsVerifiedByTheSameMailbox() throws Exception {
        String capitals = member.address().replace("example", "EXAMPLE");
        assertThat(member.change(capitals)).hasStatus(200);

        member.confirm(member.address());
        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(200);
    }

    @Test
    void changeThatCouldNotBeUndoneIsRefused() throws Exception {
        changeTenTimes();
        assertThat(member.change("x" + member.address())).hasStatus(200);

        assertThat(code(emails.verifyWithCode(member.token(), emails.codeTo("x" + member.address()))))
                .isEqualTo("email-change-limit");
        assertThat(code(emails.verifyWithLink(emails.linkTo("x" + member.address()))))
                .isEqualTo("email-change-limit");
        assertThat(code(member.remove())).isEqualTo("email-change-limit");

        assertThat(calls.login("9" + member.address(), PASSWORD)).hasStatus(200);
        assertThat(emails.restore(emails.linkTo(member.address()))).hasStatus(204);
        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(200);
    }

    @Test
    void changeIsPossibleAfterTheOldestExpires() throws Exception {
        changeTenTimes();
        clock.advance(Duration.ofDays(7).minusHours(30));

        member.changeAndConfirm("x" + member.address(), clock);

        assertThat(calls.login("x" + member.address(), PASSWORD)).hasStatus(200);
    }

    @Test
    void changeWithoutRoomForItsNoticeIsRolledBack() throws Exception {
        mailboxes.exhaustLimit(member.address(), "email-removed");

        MvcTestResult refused = member.remove();

        assertThat(refused).hasStatus(429);
        assertThat(code(refused)).isEqualTo("too-many-mails");
        assertThat(member.isVerified()).isTrue();
        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(200);
    }

    @Test
    void removedAddressNoLongerSignsInAndCanBeRestored() throws Exception {
        assertThat(member.remove()).hasStatus(200);

        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(401);
        assertThat(emails.restore(emails.linkTo(member.address()))).hasStatus(204);
        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"n", "m"})
    void removalByAnEarlierVersionIsCompleted(String first) throws Exception {
        jdbc.sql("update account set email = null, email_key = null where id = ?")
                .param(member.account())
                .update();

        assertThat(member.identify(first + member.nickname().substring(1), "null"))
                .hasStatus(200);

        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(401);
        assertThat(emails.restore(emails.linkTo(member.address()))).hasStatus(204);
        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(200);
    }

    @Test
    void claimedAddressHasAnIndexForEarlierVersions() {
        assertThat(jdbc.sql("select indexdef from pg_indexes where indexname = 'account_email_key_idx'")
                        .query(String.class)
                        .single())
                .endsWith("(email_key)")
                .doesNotContain("unique");
    }

    private void changeTenTimes() throws Exception {
        for (int i = 0; i < 10; i++) {
            member.changeAndConfirm(i + member.address(), clock);
        }
    }
}

package dev.haru.auth.recovery;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.code;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.recovery.RecoveryCalls.NEW_PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AccountFixture.Member;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.mail.Mailboxes;
import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.test.OpenTransaction;
import jakarta.servlet.http.Cookie;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The effects of a password reset. */
@AuthServiceTest
class PasswordResetTests {

    @Autowired
    private RecoveryCalls recovery;

    @Autowired
    private AccountFixture accounts;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private Mailboxes mailboxes;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private Member member;

    @BeforeEach
    void register() throws Exception {
        member = accounts.memberWithVerifiedAddress();
    }

    @Test
    void resetOpensNoSession() throws Exception {
        MvcTestResult answer = recovery.reset(recovery.requestedLink(member.address()));

        assertThat(answer)
                .hasStatus(204)
                .doesNotContainHeader("Set-Cookie")
                .body()
                .isEmpty();
    }

    @Test
    void resetLocksTheAccountBeforeItsToken() throws Exception {
        String link = recovery.requestedLink(member.address());
        try (OpenTransaction other = OpenTransaction.begin("auth")) {
            other.jdbc()
                    .sql("select id from account where id = ? for update")
                    .param(member.account())
                    .query(UUID.class)
                    .single();
            CompletableFuture<MvcTestResult> reset = other.start(() -> recovery.reset(link));

            assertThatCode(() -> other.jdbc()
                            .sql("select account_id from recovery_token where account_id = ? for update nowait")
                            .param(member.account())
                            .query(UUID.class)
                            .single())
                    .doesNotThrowAnyException();
            other.commit();
            assertThat(reset.join()).hasStatus(204);
        }
    }

    @Test
    void resetEndsAllSessionsAndDevices() throws Exception {
        MvcTestResult signedIn = calls.login(member.nickname(), PASSWORD);
        String token = read(signedIn, "$.token");
        Cookie device = Objects.requireNonNull(signedIn.getResponse().getCookie(DeviceToken.COOKIE));
        assertThat(calls.get("sessions", token)).hasStatus(200);
        String personal =
                read(calls.createToken(token, "{\"name\": \"Script\", \"scopes\": [\"profile:read\"]}"), "$.token");
        assertThat(calls.introspect(personal))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(true);

        assertThat(recovery.reset(recovery.requestedLink(member.address()))).hasStatus(204);

        assertThat(calls.get("sessions", token)).hasStatus(401);
        assertThat(calls.introspect(personal))
                .bodyJson()
                .extractingPath("$.active")
                .isEqualTo(false);
        assertThat(calls.refresh(read(signedIn, "$.refreshToken"))).hasStatus(401);
        assertThat(calls.login(member.nickname(), NEW_PASSWORD, device)
                        .getResponse()
                        .getCookie(DeviceToken.COOKIE))
                .as("the device is unknown and gets another cookie")
                .isNotNull();
        assertThat(jdbc.sql("select count(*) from device join account on account.id = account_id"
                                + " where account_id = ? and epoch >= device_epoch")
                        .param(member.account())
                        .query(Integer.class)
                        .single())
                .isOne();
    }

    @Test
    void resetClearsTheGuardForTheOwner() throws Exception {
        String link = recovery.requestedLink(member.address());
        for (int i = 0; i < 10; i++) {
            assertThat(calls.login(member.nickname(), "wrong-" + PASSWORD)).hasStatus(401);
        }
        assertThat(calls.login(member.nickname(), PASSWORD)).hasStatus(428);

        assertThat(recovery.reset(link)).hasStatus(204);

        assertThat(calls.login(member.nickname(), NEW_PASSWORD)).hasStatus(200);
    }

    @Test
    void resetIsAnnounced() throws Exception {
        assertThat(recovery.reset(recovery.requestedLink(member.address()))).hasStatus(204);

        assertThat(mailboxes.textsTo(member.address()).getLast()).contains("was reset with a link from this mailbox");
    }

    @Test
    void resetWithoutRoomForItsNoticeIsRolledBack() throws Exception {
        String link = recovery.requestedLink(member.address());
        mailboxes.exhaustLimit(member.address(), "password-recovered");

        assertThat(code(recovery.reset(link))).isEqualTo("too-many-mails");

        assertThat(calls.login(member.nickname(), PASSWORD)).hasStatus(200);
        clock.advance(Duration.ofMinutes(20));
        assertThat(code(recovery.reset(link))).isEqualTo("too-many-mails");
        mailboxes.resetLimit(member.address(), "password-recovered");
        assertThat(recovery.reset(link)).hasStatus(204);
    }

    @Test
    void weakPasswordKeepsTheLink() throws Exception {
        String link = recovery.requestedLink(member.address());

        assertThat(recovery.reset(link, "short")).hasStatus(400);
        assertThat(recovery.reset(link, member.address())).hasStatus(400);
        assertThat(recovery.reset(link)).hasStatus(204);
    }

    @Test
    void verifiedAddressIsRefusedAsPassword() throws Exception {
        jdbc.sql("update account set email = :email, email_key = :email where id = :id")
                .param("email", "x" + member.address())
                .param("id", member.account())
                .update();
        String link = recovery.requestedLink(member.address());

        assertThat(recovery.reset(link, member.address())).hasStatus(400);
        assertThat(recovery.reset(link, "x" + member.address())).hasStatus(400);
    }
}

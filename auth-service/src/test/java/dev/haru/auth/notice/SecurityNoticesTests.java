package dev.haru.auth.notice;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.never;
import static org.mockito.Mockito.verify;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AccountFixture.Member;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvent;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.mail.MailLinks;
import dev.haru.auth.mail.MailOutbox;
import dev.haru.auth.mail.Mailboxes;
import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.language.Messages;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import jakarta.servlet.http.Cookie;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The events that send a notice, and the recipient, language and limit of the notices. */
@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it by days
class SecurityNoticesTests {

    private static final Origin ORIGIN = new Origin("203.0.113.9", "<b>Browser</b>", null);

    @Autowired
    private AuthCalls calls;

    @Autowired
    private Mailboxes mailboxes;

    @Autowired
    private MovableClock clock;

    @Autowired
    private SecurityEvents events;

    @Autowired
    private PlatformTransactionManager transactions;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private String nickname;
    private String address;
    private UUID account;

    @BeforeEach
    void register(@Autowired AccountFixture accounts) throws Exception {
        Member member = accounts.memberWithVerifiedAddress();
        nickname = member.nickname();
        address = member.address();
        account = member.account();
    }

    @Test
    void newDeviceIsAnnouncedAndAKnownOneIsNot() throws Exception {
        MvcTestResult signedIn = calls.login(nickname, PASSWORD);
        Cookie device = Objects.requireNonNull(signedIn.getResponse().getCookie(DeviceToken.COOKIE));
        assertThat(calls.login(nickname, PASSWORD, device)).hasStatus(200);

        assertThat(notices()).singleElement().asString().contains("A new device signed in", "/account/secure-account");
        assertThat(tokens()).isOne();
        assertThat(calls.login(nickname, PASSWORD)).hasStatus(200);
        assertThat(notices()).hasSize(2);
    }

    @Test
    void signInFromANewDeviceWritesItsEventsOnce() throws Exception {
        String token = read(calls.login(nickname, PASSWORD), "$.token");

        assertThat(AuthCalls.readAll(calls.get("events", token), "$.items[*].kind"))
                .containsExactlyInAnyOrder("signed-in", "device-added", "registered");
    }

    @Test
    void failedSignInSendsNoNotice() throws Exception {
        assertThat(calls.login(nickname, "wrong-" + PASSWORD)).hasStatus(401);

        assertThat(notices()).isEmpty();
    }

    @Test
    void passwordChangeIsAnnounced() throws Exception {
        String token = read(calls.login(nickname, PASSWORD), "$.token");

        assertThat(calls.changePassword(token, PASSWORD, "a-new-password-7")).hasStatus(204);

        assertThat(notices()).anyMatch(text -> text.contains("The password of your Haru account was changed."));
    }

    @Test
    void reuseOfARefreshTokenIsAnnounced() throws Exception {
        String refreshToken = read(calls.login(nickname, PASSWORD), "$.refreshToken");
        assertThat(calls.refresh(refreshToken)).hasStatus(200);
        clock.advance(Duration.ofSeconds(11));

        assertThat(calls.refresh(refreshToken)).hasStatus(401);

        assertThat(notices()).anyMatch(text -> text.contains("its refresh token was used twice"));
    }

    @ParameterizedTest
    @CsvSource({
        "FACTOR_ADDED, A second factor was added",
        "FACTOR_REPLACED, A second factor of your Haru account was replaced",
        "FACTOR_REMOVED, A second factor was removed",
        "RECOVERY_CODES_CREATED, New recovery codes were created",
        "RECOVERY_CODE_USED, A recovery code of your Haru account was used",
        "TOKEN_CREATED, A personal access token was created",
        "DATA_EXPORTED, An archive of all data of your Haru account was requested"
    })
    void changeOfFactorsTokensAndExportsIsAnnounced(Kind kind, String text) {
        events.append(account, kind, ORIGIN);

        assertThat(notices()).singleElement().asString().contains(text, "IP address: 203.0.113.9", " UTC");
    }

    @Test
    void erasureIsAnnouncedAtTheAddressThatItDeletes() throws Exception {
        jdbc.sql("update account set mail_language = 'ko' where id = ?")
                .param(account)
                .update();
        String token = read(calls.login(nickname, PASSWORD), "$.token");
        assertThat(calls.erase(token, PASSWORD)).hasStatus(202);

        assertThat(notices())
                .as("pending mails of the account end")
                .singleElement()
                .asString()
                .contains("Haru 계정과 모든 데이터가 삭제되고 있습니다", "IP 주소: ");
    }

    @Test
    void formerAddressIsNotifiedUntilTheChangeIsFinal() throws Exception {
        String token = read(calls.login(nickname, PASSWORD), "$.token");
        assertThat(calls.identify(account, calls.sessionOf(token), nickname, "null"))
                .hasStatusOk();
        int before = notices().size();
        events.append(account, Kind.FACTOR_ADDED, ORIGIN);
        assertThat(notices()).as("after the removal of the address").hasSize(before + 1);
        assertThat(notices().getLast())
                .contains("A second factor was added", "restore the address with the link of the mail")
                .doesNotContain("/account/");

        String thief = "thief-" + address;
        jdbc.sql("""
                        update account set email = :email, email_key = :email, verified_email = :email,
                            verified_email_key = :email, mail_language = 'ko' where id = :id
                        """).param("email", thief).param("id", account).update();
        events.append(account, Kind.PASSWORD_CHANGED, ORIGIN);
        assertThat(notices()).as("after a change of the address").hasSize(before + 2);
        assertThat(mailboxes.textsTo(thief)).hasSize(1);

        jdbc.sql("update email_revert set expires_at = ? where account_id = ?")
                .params(clock.instant().atOffset(ZoneOffset.UTC), account)
                .update();
        events.append(account, Kind.PASSWORD_CHANGED, ORIGIN);
        assertThat(notices()).as("once the change is final").hasSize(before + 2);
    }

    @Test
    void noticeContainsNoTextOfTheClient() {
        events.append(account, Kind.PASSWORD_CHANGED, ORIGIN);

        assertThat(notices()).singleElement().asString().doesNotContain("Browser");
    }

    /** A kind without a text in the message files fails here. */
    @ParameterizedTest
    @EnumSource
    void everyKindOfEventHasNoNoticeOrOneWithAText(Kind kind) {
        events.append(account, kind, ORIGIN);

        assertThat(notices()).hasSizeLessThan(2).allMatch(text -> text.contains("Haru account"));
    }

    @Test
    void noticeIsInTheLanguageOfTheVerification() {
        jdbc.sql("update account set mail_language = 'ko' where id = ?")
                .param(account)
                .update();

        events.append(account, Kind.PASSWORD_CHANGED, ORIGIN);

        assertThat(notices()).singleElement().asString().contains("비밀번호가 변경되었습니다", "?lang=ko#hrn_");
    }

    @Test
    void accountWithoutVerifiedAddressGetsNoNotice(@Autowired AccountFixture accounts) throws Exception {
        accounts.removeVerifiedAddress(account);

        assertThat(calls.login(nickname, PASSWORD)).hasStatus(200);
        events.append(account, Kind.PASSWORD_CHANGED, ORIGIN);

        assertThat(notices()).isEmpty();
        assertThat(tokens()).isZero();
    }

    @Test
    void withoutMailServerNothingIsRead(
            @Autowired NoticeStore store,
            @Autowired NoticeTokens noticeTokens,
            @Autowired MailLinks links,
            @Autowired Messages messages,
            @Autowired NoticeProperties properties) {
        MailOutbox unconfigured = mock(MailOutbox.class);
        SecurityNotices notices = new SecurityNotices(store, noticeTokens, unconfigured, links, messages, properties);

        // The store would refuse a call outside of a transaction.
        notices.write(new SecurityEvent(account, Kind.PASSWORD_CHANGED, null, ORIGIN, clock.instant()));

        verify(unconfigured, never()).announce(any(), any());
    }

    @Test
    void noticeOfAnEventThatIsRolledBackIsNotSent() {
        TransactionTemplate transaction = new TransactionTemplate(transactions);

        assertThatIllegalStateException()
                .isThrownBy(() -> transaction.executeWithoutResult(_ -> {
                    events.append(account, Kind.PASSWORD_CHANGED, ORIGIN);
                    throw new IllegalStateException("the change fails");
                }));

        assertThat(notices()).isEmpty();
        assertThat(tokens()).isZero();
    }

    @Test
    void limitSuppressesNoticesAndNotSignIns() throws Exception {
        for (int i = 0; i < 7; i++) {
            assertThat(calls.login(nickname, PASSWORD)).hasStatus(200);
        }

        assertThat(notices()).hasSize(5);
        assertThat(tokens()).as("tokens of mails that were written").isEqualTo(5);
        events.append(account, Kind.PASSWORD_CHANGED, ORIGIN);
        assertThat(notices()).as("each kind has its own limit").hasSize(6);
    }

    @Test
    void expiredTokensAreDeleted(@Autowired NoticeTokens noticeTokens) {
        events.append(account, Kind.PASSWORD_CHANGED, ORIGIN);
        clock.advance(Duration.ofDays(7).minusSeconds(1));
        noticeTokens.removeExpired();
        assertThat(tokens()).isOne();
        clock.advance(Duration.ofSeconds(1));

        noticeTokens.removeExpired();

        assertThat(tokens()).isZero();
    }

    private List<String> notices() {
        return mailboxes.textsTo(address);
    }

    private int tokens() {
        return jdbc.sql("select count(*) from notice_token where account_id = ?")
                .param(account)
                .query(Integer.class)
                .single();
    }
}

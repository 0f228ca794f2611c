package dev.haru.auth.recovery;

import static com.github.tomakehurst.wiremock.client.WireMock.deleteRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.code;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.recovery.RecoveryCalls.NEW_PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AccountFixture.Member;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.mail.Mailboxes;
import dev.haru.auth.outbox.RelayDriver;
import dev.haru.auth.totp.FactorCalls;
import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.test.MovableClock;
import jakarta.servlet.http.Cookie;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The effects of the link in a security notice. */
@AuthServiceTest
class AccountSecuringTests {

    @Autowired
    private RecoveryCalls recovery;

    @Autowired
    private AccountFixture accounts;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private FactorCalls factors;

    @Autowired
    private Mailboxes mailboxes;

    @Autowired
    private RelayDriver outbox;

    @Autowired
    private MovableClock clock;

    @Autowired
    private SecurityEvents events;

    private Member member;

    @BeforeEach
    void register() throws Exception {
        member = accounts.memberWithVerifiedAddress();
    }

    @Test
    void linkEndsAllSessionsAndDevicesAndStartsARecovery() throws Exception {
        MvcTestResult thief = calls.login(member.nickname(), PASSWORD);
        String token = read(thief, "$.token");
        Cookie device = Objects.requireNonNull(thief.getResponse().getCookie(DeviceToken.COOKIE));
        assertThat(calls.get("sessions", token)).hasStatus(200);

        assertThat(recovery.signOutEverywhere(recovery.noticeLink(member.address())))
                .hasStatus(204);

        assertThat(calls.get("sessions", token)).hasStatus(401);
        assertThat(calls.refresh(read(thief, "$.refreshToken"))).hasStatus(401);
        assertThat(calls.login(member.nickname(), PASSWORD, device)
                        .getResponse()
                        .getCookie(DeviceToken.COOKIE))
                .as("the device is unknown and gets another cookie")
                .isNotNull();
        assertThat(recovery.reset(recovery.resetLink(member.address()))).hasStatus(204);
        String owner = read(calls.login(member.nickname(), NEW_PASSWORD), "$.token");
        assertThat(AuthCalls.readAll(calls.get("events", owner), "$.items[*].kind"))
                .contains("signed-out-everywhere", "password-recovered");
    }

    @Test
    void linkEndsTheFeedOfAThief() throws Exception {
        append(Kind.PASSWORD_CHANGED);
        assertThat(recovery.signOutEverywhere(recovery.noticeLink(member.address())))
                .hasStatus(204);
        clock.advance(Duration.ofSeconds(11));

        outbox.run();

        FakeService.SERVER.verify(
                1, deleteRequestedFor(urlPathEqualTo("/internal/members/" + member.account() + "/feed")));
    }

    @Test
    void linkEndsAPendingChangeOfTheAddress() throws Exception {
        String thief = calls.signIn(member.nickname());
        String link = recovery.noticeLink(member.address());
        String other = "thief-" + member.address();
        assertThat(calls.identify(member.account(), calls.sessionOf(thief), member.nickname(), '"' + other + '"'))
                .hasStatus(200);
        String claim = mailboxes.lastLinkTo(other, "verify-email");

        assertThat(recovery.signOutEverywhere(link)).hasStatus(204);

        assertThat(code(recovery.open("email/verification/link", claim))).isEqualTo("invalid-link");
    }

    @Test
    void linkRemovesTheFactorOfAThief() throws Exception {
        String thief = calls.signIn(member.nickname());
        String device = recovery.noticeLink(member.address());
        factors.confirm(thief, factors.code(factors.begin(thief), 0));
        String factor = recovery.noticeLink(member.address());
        assertThat(calls.login(member.nickname(), PASSWORD))
                .as("the owner is excluded")
                .hasStatus(401);

        assertThat(recovery.signOutEverywhere(device))
                .as("the notice of the thief's device")
                .hasStatus(204);
        assertThat(recovery.reset(recovery.resetLink(member.address()))).hasStatus(204);
        assertThat(calls.login(member.nickname(), NEW_PASSWORD))
                .as("the factor remains")
                .hasStatus(401);
        assertThat(recovery.signOutEverywhere(factor)).hasStatus(204);

        assertThat(calls.login(member.nickname(), NEW_PASSWORD)).hasStatus(200);
        assertThat(accounts.rows("recovery_code", member.account())).isZero();
        assertThat(code(recovery.signOutEverywhere(factor))).as("used").isEqualTo("invalid-link");
    }

    /** A thief uses up the notices of an hour, so that none announces the last factor. */
    @Test
    void linkRemovesTheFactorsAfterTheLimitOfMails() throws Exception {
        String thief = calls.signIn(member.nickname());
        recovery.noticeLink(member.address());
        addTotp(thief);
        String link = recovery.noticeLink(member.address());
        for (int i = 0; i < 5; i++) {
            clock.advance(Duration.ofSeconds(1));
            assertThat(factors.remove(thief)).hasStatus(204);
            addTotp(thief);
        }
        assertThat(noticesOfFactors()).as("the last ones are suppressed").isEqualTo(5);

        assertThat(recovery.signOutEverywhere(link)).hasStatus(204);

        assertThat(accounts.rows("factor", member.account()) + accounts.rows("recovery_code", member.account()))
                .isZero();
        assertThat(recovery.reset(recovery.resetLink(member.address()))).hasStatus(204);
        assertThat(calls.login(member.nickname(), NEW_PASSWORD)).hasStatus(200);
    }

    /** A thief of a session with a fresh proof removes the owner's factors first. */
    @Test
    void linkOfARemovalRemovesTheLaterFactors() throws Exception {
        String thief = calls.signIn(member.nickname());
        recovery.noticeLink(member.address());
        addTotp(thief);
        String addition = recovery.noticeLink(member.address());
        clock.advance(Duration.ofSeconds(1));
        assertThat(factors.remove(thief)).hasStatus(204);
        String removal = recovery.noticeLink(member.address());
        assertThat(removal).isNotEqualTo(addition);
        clock.advance(Duration.ofSeconds(1));
        addTotp(thief);
        recovery.noticeLink(member.address());
        append(Kind.PASSWORD_CHANGED);
        assertThat(recovery.signOutEverywhere(recovery.noticeLink(member.address())))
                .as("a notice of another kind")
                .hasStatus(204);
        assertThat(accounts.rows("factor", member.account())).isOne();

        assertThat(recovery.signOutEverywhere(removal)).hasStatus(204);

        assertThat(accounts.rows("factor", member.account()) + accounts.rows("recovery_code", member.account()))
                .isZero();
    }

    @Test
    void linkKeepsTheOwnersFactor() throws Exception {
        FactorCalls.Member owner = factors.memberWithTotp(freshNickname());
        String address = owner.nickname() + "@example.org";
        accounts.verify(owner.account(), address);
        clock.advance(Duration.ofSeconds(1));
        assertThat(factors.replaceRecoveryCodes(owner.token())).hasStatus(200);

        assertThat(recovery.signOutEverywhere(recovery.noticeLink(address))).hasStatus(204);

        assertThat(accounts.rows("recovery_code", owner.account()))
                .as("those of a thief")
                .isZero();
        assertThat(accounts.rows("factor", owner.account()))
                .as("that of the owner")
                .isOne();
    }

    @Test
    void linkStaysValidAfterAThiefChangesThePassword() throws Exception {
        String thief = calls.signIn(member.nickname());
        String link = recovery.noticeLink(member.address());
        assertThat(calls.changePassword(thief, PASSWORD, "password-of-a-thief")).hasStatus(204);

        assertThat(recovery.signOutEverywhere(link)).hasStatus(204);

        assertThat(calls.get("sessions", thief)).hasStatus(401);
        assertThat(recovery.reset(recovery.resetLink(member.address()))).hasStatus(204);
        assertThat(calls.login(member.nickname(), NEW_PASSWORD)).hasStatus(200);
    }

    @Test
    void recoveryRequestOfAThiefDelaysNoOwner() throws Exception {
        append(Kind.PASSWORD_CHANGED);
        String link = recovery.noticeLink(member.address());
        assertThat(recovery.request(member.address())).hasStatus(202);
        assertThat(mailboxes.textsTo(member.address())).hasSize(2);
        clock.advance(Duration.ofMinutes(1));
        String thief = calls.signIn(member.nickname());
        assertThat(calls.changePassword(thief, PASSWORD, "password-of-a-thief")).hasStatus(204);

        assertThat(recovery.signOutEverywhere(link)).hasStatus(204);

        assertThat(mailboxes.textsTo(member.address()))
                .anyMatch(text -> text.contains("All sessions and known devices"));
        assertThat(recovery.reset(recovery.resetLink(member.address()))).hasStatus(204);
    }

    @Test
    void linkOfARecoveryNoticeSecuresTheAccount() throws Exception {
        assertThat(recovery.request(member.address())).hasStatus(202);
        assertThat(recovery.reset(recovery.resetLink(member.address()))).hasStatus(204);

        assertThat(recovery.signOutEverywhere(recovery.noticeLink(member.address())))
                .hasStatus(204);
    }

    private void append(Kind kind) {
        events.append(member.account(), kind, new Origin("203.0.113.9", null, null));
    }

    private void addTotp(String token) throws Exception {
        assertThat(factors.confirm(token, factors.code(factors.begin(token), 0)))
                .hasStatus(200);
    }

    private long noticesOfFactors() throws Exception {
        return mailboxes.textsTo(member.address()).stream()
                .filter(text -> text.contains("announces as new"))
                .count();
    }
}

package dev.haru.auth.notice;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.code;
import static dev.haru.auth.AuthCalls.readAll;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.jayway.jsonpath.JsonPath;
import dev.haru.auth.AccountFixture;
import dev.haru.auth.AccountFixture.Member;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.mail.Mailboxes;
import dev.haru.auth.recovery.RecoveryCalls;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** The switch of notices: what it switches, who may use it, and what switches it back. */
@AuthServiceTest
class NoticeSettingsTests {

    private static final String OFF = "{\"newDevice\": false}";
    private static final String ON = "{\"newDevice\": true}";

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private Mailboxes mailboxes;

    @Autowired
    private SecurityEvents events;

    @Autowired
    private RecoveryCalls recovery;

    @Autowired
    private NoticeSettings settings;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private Member member;
    private String token;
    private int before;

    @BeforeEach
    void signIn(@Autowired AccountFixture members) throws Exception {
        member = members.memberWithVerifiedAddress();
        token = calls.signIn(member.nickname());
        before = notices();
    }

    @Test
    void newAccountGetsAllNotices() throws Exception {
        assertThat(newDevice()).isTrue();
    }

    @Test
    void switchedOffNoticeOfNewDeviceIsNotSent() throws Exception {
        assertThat(change(OFF)).hasStatus(204);

        assertThat(newDevice()).isFalse();
        assertThat(calls.login(member.nickname(), PASSWORD)).hasStatus(200);
        assertThat(notices()).isEqualTo(before);
        assertThat(readAll(calls.get("events", token), "$.items[?(@.kind == 'device-added')]"))
                .as("the event stays")
                .hasSize(2);
    }

    @Test
    void noticeSwitchedOnAgainIsSent() throws Exception {
        assertThat(change(OFF)).hasStatus(204);
        assertThat(change(ON)).hasStatus(204);

        assertThat(newDevice()).isTrue();
        assertThat(calls.login(member.nickname(), PASSWORD)).hasStatus(200);
        assertThat(notices()).isEqualTo(before + 1);
    }

    @Test
    void allOtherNoticesAreSent() {
        assertThat(change(OFF)).hasStatus(204);

        events.append(member.account(), Kind.PASSWORD_CHANGED, new Origin("203.0.113.9", null, null));

        assertThat(notices()).isEqualTo(before + 1);
    }

    @Test
    void formerAddressGetsNoSwitchedOffNotice() {
        String former = "former-" + member.address();
        jdbc.sql("""
                        insert into email_revert (token_hash, account_id, email, expires_at)
                        values (sha256(:email::bytea), :account, :email, :expires)
                        """)
                .param("email", former)
                .param("account", member.account())
                .param("expires", clock.instant().plus(Duration.ofDays(1)).atOffset(ZoneOffset.UTC))
                .update();
        assertThat(change(OFF)).hasStatus(204);

        assertThat(calls.login(member.nickname(), PASSWORD)).hasStatus(200);

        assertThat(mailboxes.textsTo(former)).isEmpty();
    }

    @Test
    void repeatedChangeSucceeds() throws Exception {
        assertThat(change(OFF)).hasStatus(204);
        assertThat(change(OFF)).hasStatus(204);

        assertThat(newDevice()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"newDevice\": false, \"passwordChanged\": false} | passwordChanged",
                "{\"newDevice\": false, \"factorChanged\": false} | factorChanged",
                "{\"newDevice\": null} | newDevice",
                "{} | newDevice",
                "{\"newDevice\": \"off\"} | newDevice"
            })
    void bodyThatSwitchesNoOrAnotherNoticeNamesTheField(String body, String field) throws Exception {
        assertThat(change(body))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[*].field")
                .asArray()
                .containsExactly(field);

        assertThat(newDevice()).isTrue();
    }

    @Test
    void resetOfThePasswordSwitchesNoticesOn() throws Exception {
        assertThat(change(OFF)).hasStatus(204);

        assertThat(recovery.reset(recovery.requestedLink(member.address()))).hasStatus(204);

        assertThat(settings.newDevice(member.account())).isTrue();
    }

    @Test
    void linkOfANoticeSwitchesNoticesOn() throws Exception {
        assertThat(change(OFF)).hasStatus(204);

        assertThat(recovery.signOutEverywhere(recovery.noticeLink(member.address())))
                .hasStatus(204);

        assertThat(settings.newDevice(member.account())).isTrue();
    }

    @Test
    void changeAfterTheErasureIsRefused() throws Exception {
        assertThat(calls.erase(token, PASSWORD)).hasStatus(202);

        MvcTestResult refused = change(OFF);
        assertThat(refused).hasStatus(401);
        assertThat(code(refused)).isEqualTo("unauthorized");
    }

    /** The token of the request was valid, and the erasure was committed before the change. */
    @Test
    void changeDuringTheErasureIsRefused() {
        jdbc.sql("update account set erased_at = now() where id = ?")
                .param(member.account())
                .update();

        assertThatThrownBy(() -> settings.changeNewDevice(member.account(), false))
                .isInstanceOf(InvalidBearerTokenException.class);
        assertThatThrownBy(() -> settings.newDevice(member.account())).isInstanceOf(InvalidBearerTokenException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "PUT"})
    void callWithoutTokenIsRefused(String method) {
        assertThat(http.method(HttpMethod.valueOf(method))
                        .uri("/v1/auth/notices")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content(OFF)
                        .exchange())
                .hasStatus(401);
    }

    private MvcTestResult change(String body) {
        return http.put()
                .uri("/v1/auth/notices")
                .header("Authorization", "Bearer " + token)
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }

    private boolean newDevice() throws Exception {
        MvcTestResult read = calls.get("notices", token);
        assertThat(read).hasStatusOk();
        return Objects.requireNonNull(JsonPath.<Boolean>read(read.getResponse().getContentAsString(), "$.newDevice"));
    }

    private int notices() {
        return mailboxes.textsTo(member.address()).size();
    }
}

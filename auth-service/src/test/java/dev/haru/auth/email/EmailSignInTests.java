package dev.haru.auth.email;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.mail.Mailboxes;
import dev.haru.platform.device.DeviceToken;
import jakarta.servlet.http.Cookie;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Sign-in with an address in place of the nickname. */
@AuthServiceTest
class EmailSignInTests {

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
    void verifiedAddressSignsIn() throws Exception {
        assertThat(calls.login(member.address(), PASSWORD)).as("not verified").hasStatus(401);
        member.confirm(member.address());

        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(200);
        assertThat(calls.login(member.address().toUpperCase(Locale.ROOT), PASSWORD))
                .hasStatus(200);
        assertThat(calls.login(member.address(), "wrong-" + PASSWORD)).hasStatus(401);
        assertThat(calls.login("x" + member.address(), PASSWORD)).hasStatus(401);
        assertThat(calls.login("x".repeat(254), PASSWORD)).hasStatus(401);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void knownDeviceIsKnownInEverySpelling(boolean byAddress) throws Exception {
        member.confirm(member.address());
        MvcTestResult first = calls.login(byAddress ? member.address() : member.nickname(), PASSWORD);
        Cookie device = Objects.requireNonNull(first.getResponse().getCookie(DeviceToken.COOKIE));
        String token = AuthCalls.read(first, "$.token");
        int added = addedDevices(token);
        int mails = mailboxes.textsTo(member.address()).size();

        for (String spelling : List.of(
                member.nickname(),
                member.nickname().toUpperCase(Locale.ROOT),
                fullWidth(member.nickname()),
                member.address(),
                member.address().toUpperCase(Locale.ROOT))) {
            MvcTestResult again = calls.login(spelling, PASSWORD, device);
            assertThat(again).as(spelling).hasStatus(200);
            assertThat(again.getResponse().getCookie(DeviceToken.COOKIE))
                    .as("the cookie is recent")
                    .isNull();
        }

        assertThat(addedDevices(token)).isEqualTo(added);
        assertThat(mailboxes.textsTo(member.address())).hasSize(mails);
    }

    /** Each letter and digit in its full-width form, which NFKC maps back. */
    private static String fullWidth(String ascii) {
        return ascii.codePoints()
                .map(character -> character == '-' ? character : character + 0xFEE0)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    private int addedDevices(String token) throws Exception {
        return AuthCalls.readAll(calls.get("events", token), "$.items[?(@.kind == 'device-added')]")
                .size();
    }

    @Test
    void guardCountsNicknameAndAddressAsOneAccount() throws Exception {
        member.confirm(member.address());
        List<Integer> answers = IntStream.range(0, 10)
                .mapToObj(i -> calls.login(i % 2 == 0 ? member.nickname() : member.address(), "wrong-" + PASSWORD))
                .map(answer -> answer.getResponse().getStatus())
                .toList();
        assertThat(answers).containsOnly(401);

        assertThat(calls.login(member.nickname(), PASSWORD)).hasStatus(428);
        assertThat(calls.login(member.address(), PASSWORD)).hasStatus(428);
    }
}

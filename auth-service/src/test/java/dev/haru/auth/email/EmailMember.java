package dev.haru.auth.email;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import dev.haru.auth.AuthCalls;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** A member with an address and a session. */
final class EmailMember {

    private final EmailFixture emails;
    private final AuthCalls calls;
    private final UUID account;
    private final String nickname;
    private final String address;
    private String token;

    EmailMember(EmailFixture emails, AuthCalls calls, UUID account, String nickname, String address) throws Exception {
        this.emails = emails;
        this.calls = calls;
        this.account = account;
        this.nickname = nickname;
        this.address = address;
        this.token = calls.signIn(nickname);
    }

    UUID account() {
        return account;
    }

    String nickname() {
        return nickname;
    }

    /** Returns the address of the registration. */
    String address() {
        return address;
    }

    String token() {
        return token;
    }

    /** Opens another session, because a test has moved the clock past the end of the first one. */
    void signIn() throws Exception {
        token = calls.signIn(nickname);
    }

    /** Claims another address. */
    MvcTestResult change(String email) throws Exception {
        return identify(nickname, '"' + email + '"');
    }

    /** Removes the address. */
    MvcTestResult remove() throws Exception {
        return identify(nickname, "null");
    }

    MvcTestResult identify(String name, String email) throws Exception {
        return calls.identify(account, calls.sessionOf(token), name, email);
    }

    /** Verifies the claimed address with the code of the last mail to it. */
    void confirm(String email) {
        assertThat(emails.verifyWithCode(token, emails.codeTo(email))).hasStatus(204);
    }

    /** Changes the address three hours later, so that the number of mails stays below the limits of a day. */
    void changeAndConfirm(String email, MovableClock clock) throws Exception {
        clock.advance(Duration.ofHours(3));
        signIn();
        assertThat(change(email)).hasStatus(200);
        confirm(email);
    }

    boolean isVerified() throws Exception {
        return Boolean.TRUE.equals(
                JsonPath.read(calls.get("email", token).getResponse().getContentAsString(), "$.verified"));
    }

    /** Returns the kinds of the security events. */
    List<Object> events() throws Exception {
        return AuthCalls.readAll(calls.get("events", calls.signIn(nickname)), "$.items[*].kind");
    }
}

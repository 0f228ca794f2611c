package dev.haru.auth.email;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.code;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.mail.Mailboxes;
import dev.haru.platform.test.EmbeddedDatabase;
import java.text.Normalizer;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Spellings of one address: its domain in letters and in ASCII, and its letters composed and decomposed. */
@AuthServiceTest
class EmailSpellingTests {

    @Autowired
    private EmailFixture emails;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private Mailboxes mailboxes;

    @Autowired
    private MockMvcTester http;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String nickname = freshNickname();
    private final String letters = nickname + "@b\u00fccher.example";
    private final String ascii = nickname + "@xn--bcher-kva.example";
    private EmailMember member;

    @BeforeEach
    void register() throws Exception {
        UUID account = UUID.fromString(read(emails.register(nickname, letters), "$.memberId"));
        member = new EmailMember(emails, calls, account, nickname, letters);
    }

    @Test
    void addressIsStoredAsTyped() throws Exception {
        confirm();

        assertThat(calls.get("email", member.token()))
                .bodyJson()
                .extractingPath("$.verifiedEmail")
                .isEqualTo(letters);
    }

    @Test
    void eachSpellingSignsIn() throws Exception {
        confirm();

        assertThat(calls.login(letters, PASSWORD)).hasStatus(200);
        assertThat(calls.login(ascii, PASSWORD)).hasStatus(200);
        assertThat(calls.login(Normalizer.normalize(letters, Normalizer.Form.NFD), PASSWORD))
                .hasStatus(200);
        assertThat(calls.login(nickname + "@B\u00dcCHER.Example", PASSWORD)).hasStatus(200);
        assertThat(calls.login(nickname + "@bucher.example", PASSWORD)).hasStatus(401);
    }

    @Test
    void verifiedAddressIsTakenInEachSpelling() throws Exception {
        confirm();
        String other = freshNickname();
        UUID account = UUID.fromString(read(calls.register(other), "$.memberId"));
        UUID session = calls.sessionOf(calls.signIn(other));

        assertThat(code(emails.register(freshNickname(), ascii))).isEqualTo("email-taken");
        assertThat(code(calls.identify(account, session, other, '"' + ascii + '"')))
                .isEqualTo("email-taken");
    }

    @Test
    void firstToVerifyOwnsTheAddressInEachSpelling() throws Exception {
        String own = emails.codeTo(ascii);
        emails.register(freshNickname(), ascii);
        String linkOfOther = emails.linkTo(ascii);

        assertThat(emails.verifyWithCode(member.token(), own)).hasStatus(204);

        assertThat(code(emails.verifyWithLink(linkOfOther))).isEqualTo("email-taken");
    }

    @Test
    void recoveryInAnotherSpellingReachesTheMailbox() throws Exception {
        confirm();

        assertThat(recover(nickname + "@BU\u0308CHER.example")).hasStatus(202);

        assertThat(mailboxes.lastLinkTo(ascii, "reset-password")).isNotEmpty();
    }

    @Test
    void removedAddressIsRestoredInEachSpelling() throws Exception {
        confirm();
        assertThat(member.remove()).hasStatus(200);

        assertThat(emails.restore(emails.linkTo(ascii))).hasStatus(204);

        assertThat(calls.login(ascii, PASSWORD)).hasStatus(200);
        assertThat(calls.login(letters, PASSWORD)).hasStatus(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"xn--zzzz.example", "\u0301a.example", "a\u200db.example"})
    void domainThatUts46RefusesIsReportedByField(String domain) throws Exception {
        String address = nickname + "@" + domain;

        for (MvcTestResult answer :
                new MvcTestResult[] {emails.register(freshNickname(), address), member.change(address), recover(address)
                }) {
            assertThat(answer)
                    .hasStatus(400)
                    .bodyJson()
                    .extractingPath("$.errors[0].field")
                    .isEqualTo("email");
            assertThat(answer)
                    .bodyJson()
                    .extractingPath("$.errors[0].message")
                    .isEqualTo("must have a domain of the internet after the last @");
        }
    }

    /** A version before has accepted the address. */
    @Test
    void accountKeepsARefusedDomain() throws Exception {
        String old = nickname + "@xn--zzzz.example";
        jdbc.sql("""
                        update account set email = :email, email_key = :email, verified_email = :email,
                            verified_email_key = :email, email_verified_at = now()
                        where id = :id
                        """).param("email", old).param("id", member.account()).update();

        assertThat(member.identify("x" + nickname.substring(1), '"' + old + '"'))
                .hasStatus(200);
        assertThat(calls.login(old, PASSWORD)).hasStatus(200);
    }

    @Test
    void passwordIsNoSpellingOfTheAddress() {
        assertThat(http.post()
                        .uri("/v1/auth/user/register")
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("""
                                {"nickname": "%s", "password": "%s", "regionName": "Seoul", "email": "%s"}
                                """.formatted(freshNickname(), ascii, letters))
                        .exchange())
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("password");
    }

    private void confirm() {
        member.confirm(ascii);
    }

    private MvcTestResult recover(String address) {
        return http.post()
                .uri("/v1/auth/recovery")
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"email\": \"" + address + "\"}")
                .exchange();
    }
}

package dev.haru.auth.email;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.mail.Mailboxes;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Members with a claimed or a verified address, and the mails about it. */
@TestComponent
public class EmailFixture {

    private static final Pattern CODE = Pattern.compile("(?m)^(\\d{6})\\r?$");
    private static final Pattern LINK = Pattern.compile("http://\\S+#(\\S+)");

    private final MockMvcTester http;
    private final AuthCalls calls;
    private final Mailboxes mailboxes;

    EmailFixture(MockMvcTester http, AuthCalls calls, Mailboxes mailboxes) {
        this.http = http;
        this.calls = calls;
        this.mailboxes = mailboxes;
    }

    /** Registers a member with an address, and opens a session. */
    EmailMember memberWithClaimedAddress() throws Exception {
        String nickname = freshNickname();
        String address = nickname + "@example.org";
        UUID account = UUID.fromString(read(register(nickname, address), "$.memberId"));
        return new EmailMember(this, calls, account, nickname, address);
    }

    /** Registers a member who confirms the address with the code, and opens a session. */
    EmailMember memberWithVerifiedAddress() throws Exception {
        EmailMember member = memberWithClaimedAddress();
        member.confirm(member.address());
        return member;
    }

    MvcTestResult register(String nickname, String address) {
        return register(nickname, address, "en");
    }

    MvcTestResult register(String nickname, String address, String acceptLanguage) {
        return http.post()
                .uri("/v1/auth/user/register")
                .header(HttpHeaders.ACCEPT_LANGUAGE, acceptLanguage)
                .contentType(MediaType.APPLICATION_JSON)
                .content("""
                        {"nickname": "%s", "password": "%s", "regionName": "Seoul", "email": "%s"}
                        """.formatted(nickname, PASSWORD, address))
                .exchange();
    }

    MvcTestResult requestVerification(String token) {
        return http.post()
                .uri("/v1/auth/email/verification")
                .header(HttpHeaders.AUTHORIZATION, "Bearer " + token)
                .exchange();
    }

    MvcTestResult verifyWithCode(String token, String code) {
        return verifyWithCode(token, code, "en");
    }

    MvcTestResult verifyWithCode(String token, String code, String acceptLanguage) {
        return http.post()
                .uri("/v1/auth/email/verification/code")
                .header(HttpHeaders.AUTHORIZATION, "Bearer " + token)
                .header(HttpHeaders.ACCEPT_LANGUAGE, acceptLanguage)
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"code\": \"" + code + "\"}")
                .exchange();
    }

    MvcTestResult verifyWithLink(String link) {
        return open("verification/link", link);
    }

    /** Undoes a change of the address with the link in the mail to the former one. */
    MvcTestResult restore(String link) {
        return open("restoration", link);
    }

    private MvcTestResult open(String path, String link) {
        return http.post()
                .uri("/v1/auth/email/" + path)
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"token\": \"" + link + "\"}")
                .exchange();
    }

    /** Returns the mails about addresses. Sign-ins and restorations send other mails with links, too. */
    List<String> mailsTo(String address) {
        return mailboxes.textsTo(address).stream()
                .filter(text -> !text.contains("/account/secure-account") && !text.contains("/account/reset-password"))
                .filter(text -> !text.contains("This address was the verified address of the account"))
                .toList();
    }

    String codeTo(String address) {
        return find(CODE, mailsTo(address).getLast());
    }

    String linkTo(String address) {
        return linkIn(mailsTo(address).getLast());
    }

    static String linkIn(String mail) {
        return find(LINK, mail);
    }

    private static String find(Pattern pattern, String mail) {
        Matcher found = pattern.matcher(mail);
        assertThat(found.find()).as(mail).isTrue();
        return found.group(1);
    }
}

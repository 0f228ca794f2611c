package dev.haru.auth.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.mail.Mailboxes;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Makes the calls of the pages for which members get links by mail, and reads these links. */
@TestComponent
public class RecoveryCalls {

    public static final String NEW_PASSWORD = "a-new-password-7";

    private final MockMvcTester http;
    private final Mailboxes mailboxes;

    RecoveryCalls(MockMvcTester http, Mailboxes mailboxes) {
        this.http = http;
        this.mailboxes = mailboxes;
    }

    /** Requests a link for a new password. */
    public MvcTestResult request(String address) {
        return post("recovery", "{\"email\": \"%s\"}".formatted(address));
    }

    /** Requests a link for a new password, and returns its token. */
    public String requestedLink(String address) {
        assertThat(request(address)).hasStatus(202);
        return resetLink(address);
    }

    /** Returns the token of the last link for a new password. */
    public String resetLink(String address) {
        return mailboxes.lastLinkTo(address, "reset-password");
    }

    public MvcTestResult reset(String link) {
        return reset(link, NEW_PASSWORD);
    }

    public MvcTestResult reset(String link, String password) {
        return post("recovery/password", "{\"token\": \"%s\", \"new\": \"%s\"}".formatted(link, password));
    }

    /** Returns the token of the last link of a security notice. */
    public String noticeLink(String address) {
        return mailboxes.lastLinkTo(address, "secure-account");
    }

    /** Secures the account with the link of a security notice. */
    public MvcTestResult signOutEverywhere(String link) {
        return open("recovery/sign-out", link);
    }

    /** Sends a link to the path of another purpose. */
    public MvcTestResult open(String path, String link) {
        return post(path, "{\"token\": \"%s\"}".formatted(link));
    }

    private MvcTestResult post(String path, String body) {
        return http.post()
                .uri("/v1/auth/" + path)
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }
}

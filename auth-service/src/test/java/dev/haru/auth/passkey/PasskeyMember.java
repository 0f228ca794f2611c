package dev.haru.auth.passkey;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.platform.test.SoftwareAuthenticator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** A member with authenticators, at a page of the allowed origin. */
final class PasskeyMember {

    static final String ORIGIN = "http://localhost:8080";

    final String nickname = freshNickname();
    final UUID account;
    private final MockMvcTester http;
    private final AuthCalls calls;
    private String token;

    PasskeyMember(MockMvcTester http, AuthCalls calls) throws Exception {
        this.http = http;
        this.calls = calls;
        this.account = UUID.fromString(AuthCalls.read(calls.register(nickname), "$.memberId"));
        this.token = AuthCalls.read(calls.login(nickname, PASSWORD), "$.token");
    }

    static SoftwareAuthenticator authenticator() {
        return SoftwareAuthenticator.at(ORIGIN, "localhost");
    }

    String token() {
        return token;
    }

    /** Uses another session from now on. */
    void use(MvcTestResult signedIn) throws Exception {
        assertThat(signedIn).hasStatusOk();
        token = AuthCalls.read(signedIn, "$.token");
    }

    /** Registers a passkey, and returns its authenticator. */
    SoftwareAuthenticator addPasskey() throws Exception {
        SoftwareAuthenticator authenticator = authenticator();
        assertThat(register(authenticator)).hasStatus(201);
        return authenticator;
    }

    MvcTestResult register(SoftwareAuthenticator authenticator) throws Exception {
        MvcTestResult options = post("factors/passkeys/options", null);
        assertThat(options).hasStatusOk();
        return add(authenticator.create(AuthCalls.read(options, "$.challenge"), AuthCalls.read(options, "$.user.id")));
    }

    MvcTestResult add(String credential) {
        return post("factors/passkeys", """
                {"name": "Laptop", "credential": %s}
                """.formatted(credential));
    }

    MvcTestResult remove(String passkey) {
        return send(HttpMethod.DELETE, "factors/passkeys/" + passkey, token, null);
    }

    List<Object> passkeys() throws Exception {
        return AuthCalls.readAll(calls.get("factors/passkeys", token), "$.items[*].passkeyId");
    }

    String signInChallenge() throws Exception {
        return AuthCalls.read(send(HttpMethod.POST, "user/login/passkey/options", null, null), "$.challenge");
    }

    MvcTestResult signIn(SoftwareAuthenticator authenticator) throws Exception {
        return signIn(authenticator.get(signInChallenge()));
    }

    MvcTestResult signIn(String credential) {
        return send(HttpMethod.POST, "user/login/passkey", null, credentialForm(credential));
    }

    String confirmationChallenge() throws Exception {
        return AuthCalls.read(post("confirmation/passkey/options", null), "$.challenge");
    }

    MvcTestResult confirm(String credential) {
        return post("confirmation/passkey", credentialForm(credential));
    }

    MvcTestResult passwordSignIn() {
        return calls.login(nickname, PASSWORD);
    }

    MvcTestResult completeSignIn(String transaction, SoftwareAuthenticator authenticator) throws Exception {
        MvcTestResult options =
                send(HttpMethod.POST, "user/login/second-factor/passkey/options", null, """
                {"transaction": "%s"}
                """.formatted(transaction));
        assertThat(options).hasStatusOk();
        return send(HttpMethod.POST, "user/login/second-factor/passkey", null, """
                {"transaction": "%s", "credential": %s}
                """.formatted(
                        transaction, authenticator.get(AuthCalls.read(options, "$.challenge"))));
    }

    MvcTestResult post(String path, @Nullable String body) {
        return send(HttpMethod.POST, path, token, body);
    }

    MvcTestResult delete(String path, @Nullable String body) {
        return send(HttpMethod.DELETE, path, token, body);
    }

    private static String credentialForm(String credential) {
        return "{\"credential\": %s}".formatted(credential);
    }

    private MvcTestResult send(HttpMethod method, String path, @Nullable String bearer, @Nullable String body) {
        var call = http.method(method).uri("/v1/auth/" + path);
        if (bearer != null) {
            call = call.header("Authorization", "Bearer " + bearer);
        }
        return body == null
                ? call.exchange()
                : call.contentType(MediaType.APPLICATION_JSON).content(body).exchange();
    }
}

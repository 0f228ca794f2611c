package dev.haru.auth;

import com.jayway.jsonpath.JsonPath;
import dev.haru.platform.test.EmbeddedDatabase;
import jakarta.servlet.http.Cookie;
import java.io.UnsupportedEncodingException;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Calls the service as members and other services do. */
@TestComponent
public class AuthCalls {

    public static final String PASSWORD = "password12345678";

    private final MockMvcTester http;

    AuthCalls(MockMvcTester http) {
        this.http = http;
    }

    public MvcTestResult register(String nickname) {
        return call(HttpMethod.POST, "user/register", null, """
                {"nickname": "%s", "password": "%s", "region_name": "Seoul"}
                """.formatted(nickname, PASSWORD));
    }

    public MvcTestResult login(String nickname, String password) {
        return call(HttpMethod.POST, "user/login", null, """
                {"nickname": "%s", "password": "%s"}
                """.formatted(nickname, password));
    }

    /** Opens a session with the password. Returns its access token. */
    public String signIn(String nickname) throws UnsupportedEncodingException {
        return read(login(nickname, PASSWORD), "$.token");
    }

    /** Signs in with a device cookie. */
    public MvcTestResult login(String nickname, String password, Cookie device) {
        return http.post()
                .uri("/v1/auth/user/login")
                .cookie(device)
                .contentType(MediaType.APPLICATION_JSON)
                .content("""
                        {"nickname": "%s", "password": "%s"}
                        """.formatted(nickname, password))
                .exchange();
    }

    public MvcTestResult refresh(String refreshToken) {
        return call(HttpMethod.POST, "user/refresh", null, """
                {"refreshToken": "%s"}
                """.formatted(refreshToken));
    }

    public MvcTestResult logout(String token) {
        return call(HttpMethod.POST, "user/logout", token, null);
    }

    public MvcTestResult get(String path, String token) {
        return call(HttpMethod.GET, path, token, null);
    }

    public MvcTestResult delete(String path, String token) {
        return call(HttpMethod.DELETE, path, token, null);
    }

    /** Creates a personal access token. */
    public MvcTestResult createToken(String token, String body) {
        return call(HttpMethod.POST, "tokens", token, body);
    }

    public MvcTestResult erase(String token, String password) {
        return call(HttpMethod.DELETE, "user", token, """
                {"password": "%s"}
                """.formatted(password));
    }

    public MvcTestResult changePassword(String token, String current, String replacement) {
        return call(HttpMethod.PUT, "password", token, """
                {"current": "%s", "new": "%s"}
                """.formatted(current, replacement));
    }

    public MvcTestResult introspect(String token) {
        return internal(HttpMethod.POST, "tokens/introspect", """
                {"token": "%s"}
                """.formatted(token));
    }

    public MvcTestResult introspectMany(List<String> tokens) {
        return internal(
                HttpMethod.POST,
                "tokens/introspect-many",
                tokens.stream()
                        .map(token -> '"' + token + '"')
                        .collect(Collectors.joining(", ", "{\"tokens\": [", "]}")));
    }

    public MvcTestResult confirm(String token, String password) {
        return call(HttpMethod.POST, "confirmation", token, """
                {"password": "%s"}
                """.formatted(password));
    }

    /** Returns the session of an access token. */
    public UUID sessionOf(String token) throws UnsupportedEncodingException {
        return UUID.fromString(read(introspect(token), "$.sid"));
    }

    /** Changes the identifiers in this session. The e-mail address is JSON: a quoted text, or null. */
    public MvcTestResult identify(UUID account, @Nullable UUID session, String nickname, String email) {
        return internal(HttpMethod.PUT, "accounts/" + account + "/identifiers", """
                {"nickname": "%s", "email": %s, "sessionId": %s, "address": "192.0.2.7", "userAgent": "test"}
                """.formatted(
                        nickname, email, session == null ? "null" : '"' + session.toString() + '"'));
    }

    /** Returns the text at this JSON path of the response. */
    public static String read(MvcTestResult result, String path) throws UnsupportedEncodingException {
        return JsonPath.read(result.getResponse().getContentAsString(), path);
    }

    /** Returns the code of a problem. */
    public static String code(MvcTestResult problem) throws UnsupportedEncodingException {
        return read(problem, "$.code");
    }

    /** Returns all values at this JSON path of the response. */
    public static List<Object> readAll(MvcTestResult result, String path) throws UnsupportedEncodingException {
        return JsonPath.read(result.getResponse().getContentAsString(), path);
    }

    private MvcTestResult call(HttpMethod method, String path, @Nullable String token, @Nullable String body) {
        var call = http.method(method).uri("/v1/auth/" + path);
        if (token != null) {
            call = call.header("Authorization", "Bearer " + token);
        }
        return body == null
                ? call.exchange()
                : call.contentType(MediaType.APPLICATION_JSON).content(body).exchange();
    }

    private MvcTestResult internal(HttpMethod method, String path, String body) {
        return http.method(method)
                .uri("/internal/" + path)
                .header("X-Service-Credential", "member-service:" + EmbeddedDatabase.SECRET)
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }
}

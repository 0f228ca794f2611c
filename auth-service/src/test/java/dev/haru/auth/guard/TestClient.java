package dev.haru.auth.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import dev.haru.platform.device.DeviceToken;
import jakarta.servlet.http.Cookie;
import java.io.UnsupportedEncodingException;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.altcha.altcha.Altcha;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import tools.jackson.databind.json.JsonMapper;

/** A client at one address. It keeps the device cookie that it receives. */
final class TestClient {

    static final String PASSWORD = "password12345678";

    private static final JsonMapper JSON = JsonMapper.shared();

    private final MockMvcTester http;
    private final String address;
    private @Nullable Cookie device;

    TestClient(MockMvcTester http, String address) {
        this.http = http;
        this.address = address;
    }

    static String freshAddress() {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return "172.%d.%d.%d".formatted(random.nextInt(256), random.nextInt(256), random.nextInt(256));
    }

    TestClient fromAddress(String otherAddress) {
        TestClient moved = new TestClient(http, otherAddress);
        moved.device = device;
        return moved;
    }

    void register(String nickname) {
        assertThat(post(
                        "/v1/auth/user/register",
                        Map.of("nickname", nickname, "password", PASSWORD, "region_name", "Seoul")))
                .hasStatus(201);
    }

    MvcTestResult signIn(String nickname) {
        return signIn(nickname, PASSWORD, null);
    }

    MvcTestResult guess(String nickname) {
        return signIn(nickname, "not-" + PASSWORD, null);
    }

    MvcTestResult signIn(String nickname, String password, @Nullable String solution) {
        return keepingDeviceCookie(post(
                "/v1/auth/user/login",
                solution == null
                        ? Map.of("nickname", nickname, "password", password)
                        : Map.of("nickname", nickname, "password", password, "challenge", solution)));
    }

    private MvcTestResult keepingDeviceCookie(MvcTestResult answer) {
        Cookie cookie = answer.getResponse().getCookie(DeviceToken.COOKIE);
        if (cookie != null) {
            device = cookie;
        }
        return answer;
    }

    /** Signs in with a solution in the header. */
    MvcTestResult signInSolved(String nickname, String password, String solution) {
        return keepingDeviceCookie(request("/v1/auth/user/login", Map.of("nickname", nickname, "password", password))
                .header("Challenge-Solution", solution)
                .exchange());
    }

    /** Signs in, and solves a challenge if the response requires one. */
    MvcTestResult signInSolvingChallenge(String nickname, String password) {
        MvcTestResult answer = signIn(nickname, password, null);
        return answer.getResponse().getStatus() == 428 ? signIn(nickname, password, solution(nickname)) : answer;
    }

    String solution(String nickname) {
        return encoded(solved(nickname));
    }

    /** The parts of a solved challenge. */
    Map<String, Object> solved(String nickname) {
        DocumentContext challenge = JsonPath.parse(text(http.get()
                .uri("/v1/auth/challenge?nickname={nickname}", nickname)
                .with(request -> {
                    request.setRemoteAddr(address);
                    return request;
                })
                .exchange()));
        String salt = challenge.read("$.salt");
        String target = challenge.read("$.challenge");
        try {
            Altcha.Solution found = Altcha.solveChallenge(
                    target, salt, Altcha.Algorithm.SHA256, challenge.read("$.maxnumber", Long.class), 0);
            return Map.of(
                    "algorithm",
                    "SHA-256",
                    "challenge",
                    target,
                    "number",
                    found.number,
                    "salt",
                    salt,
                    "signature",
                    challenge.read("$.signature"),
                    "took",
                    12);
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    static String encoded(Map<String, Object> solution) {
        return Base64.getEncoder().encodeToString(JSON.writeValueAsBytes(solution));
    }

    MvcTestResult post(String path, Map<String, String> body) {
        return request(path, body).exchange();
    }

    private MockMvcTester.MockMvcRequestBuilder request(String path, Map<String, String> body) {
        MockMvcTester.MockMvcRequestBuilder request = http.post()
                .uri(path)
                .contentType(MediaType.APPLICATION_JSON)
                .content(JSON.writeValueAsString(body))
                .with(from -> {
                    from.setRemoteAddr(address);
                    return from;
                });
        return device == null ? request : request.cookie(device);
    }

    private static String text(MvcTestResult answer) {
        try {
            return answer.getResponse().getContentAsString();
        } catch (UnsupportedEncodingException impossible) {
            throw new AssertionError(impossible);
        }
    }
}

package dev.haru.auth.totp;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.jayway.jsonpath.JsonPath;
import dev.haru.auth.AuthCalls;
import dev.haru.platform.test.MovableClock;
import jakarta.servlet.http.Cookie;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.bouncycastle.util.encoders.Base32;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.test.web.servlet.request.RequestPostProcessor;

/** Makes the calls about second factors, with an authenticator app. */
@TestComponent
public class FactorCalls {

    /** One for all contexts, because the login guard counts the failures of all in one Redis. */
    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    private final MockMvcTester http;
    private final AuthCalls calls;
    private final MovableClock clock;

    FactorCalls(MockMvcTester http, AuthCalls calls, MovableClock clock) {
        this.http = http;
        this.calls = calls;
        this.clock = clock;
    }

    /** Registers a member with an authenticator app. The code of the current step is not used yet. */
    public Member memberWithTotp(String nickname) throws Exception {
        UUID account = UUID.fromString(read(calls.register(nickname), "$.memberId"));
        MvcTestResult signedIn = calls.login(nickname, PASSWORD);
        String token = read(signedIn, "$.token");
        byte[] secret = begin(token);
        MvcTestResult confirmed = confirm(token, code(secret, -1));
        List<String> codes = JsonPath.read(confirmed.getResponse().getContentAsString(), "$.recoveryCodes");
        return new Member(nickname, account, token, secret, codes);
    }

    /** Returns a new secret of the app. */
    public byte[] begin(String token) throws Exception {
        MvcTestResult begun = send(HttpMethod.POST, "factors/totp", token, null);
        assertThat(begun).hasStatusOk();
        return Base32.decode(read(begun, "$.secret"));
    }

    public MvcTestResult confirm(String token, String code) {
        return send(HttpMethod.POST, "factors/totp/confirmation", token, "{\"code\": \"%s\"}".formatted(code));
    }

    /** Returns the code of a step, counted from the current one. */
    public String code(byte[] secret, int steps) {
        return Totp.code(secret, Totp.stepAt(clock.instant()) + steps);
    }

    /** Returns a code that is wrong now and a step earlier or later. */
    public String wrongCode(byte[] secret) {
        Set<String> accepted = IntStream.rangeClosed(-2, 2)
                .mapToObj(step -> code(secret, step))
                .collect(Collectors.toSet());
        return IntStream.range(0, 1_000_000)
                .mapToObj("%06d"::formatted)
                .filter(code -> !accepted.contains(code))
                .findFirst()
                .orElseThrow();
    }

    /** Returns an address that no earlier call of a test has used. */
    public String nextAddress() {
        int number = ADDRESSES.incrementAndGet();
        return "198.51.%d.%d".formatted(number / 250, number % 250 + 1);
    }

    private static RequestPostProcessor from(String address) {
        return request -> {
            request.setRemoteAddr(address);
            return request;
        };
    }

    /** Moves the clock to the next step. */
    public void nextStep() {
        clock.advance(Totp.STEP);
    }

    /** Signs in with the password, and returns the transaction that waits for the second factor. */
    public String transaction(Member member) throws Exception {
        MvcTestResult result = calls.login(member.nickname(), PASSWORD);
        assertThat(result).hasStatus(401);
        assertThat(read(result, "$.code")).isEqualTo("second-factor-required");
        return read(result, "$.transaction");
    }

    /** Signs in with the password from an address, and returns the transaction. */
    public String transaction(Member member, String address) throws Exception {
        return read(
                http.post()
                        .uri("/v1/auth/user/login")
                        .with(from(address))
                        .contentType(MediaType.APPLICATION_JSON)
                        .content("{\"nickname\": \"%s\", \"password\": \"%s\"}".formatted(member.nickname(), PASSWORD))
                        .exchange(),
                "$.transaction");
    }

    /** Signs in with the password and the code of the next step. Returns the access token. */
    public String signIn(Member member) throws Exception {
        nextStep();
        MvcTestResult result = complete(transaction(member), code(member.secret(), 0));
        assertThat(result).hasStatusOk();
        return read(result, "$.token");
    }

    /** Signs in with the password and a code in one request. */
    public MvcTestResult signInAtOnce(Member member, String password, String code, String address) {
        return http.post()
                .uri("/v1/auth/user/login")
                .with(from(address))
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"nickname\": \"%s\", \"password\": \"%s\", \"code\": \"%s\"}"
                        .formatted(member.nickname(), password, code))
                .exchange();
    }

    public MvcTestResult complete(String transaction, String code) {
        return send(
                HttpMethod.POST,
                "user/login/second-factor",
                null,
                "{\"transaction\": \"%s\", \"code\": \"%s\"}".formatted(transaction, code));
    }

    public MvcTestResult completeWithRecoveryCode(String transaction, String code) {
        return send(
                HttpMethod.POST,
                "user/login/second-factor",
                null,
                "{\"transaction\": \"%s\", \"recoveryCode\": \"%s\"}".formatted(transaction, code));
    }

    /** Completes a sign-in from an address, with a device cookie. */
    public MvcTestResult complete(String transaction, String code, String address, @Nullable Cookie device) {
        var call = http.post()
                .uri("/v1/auth/user/login/second-factor")
                .with(from(address))
                .contentType(MediaType.APPLICATION_JSON)
                .content("{\"transaction\": \"%s\", \"code\": \"%s\"}".formatted(transaction, code));
        return (device == null ? call : call.cookie(device)).exchange();
    }

    public MvcTestResult confirmation(String token, String body) {
        return send(HttpMethod.POST, "confirmation", token, body);
    }

    public MvcTestResult list(String token) {
        return send(HttpMethod.GET, "factors", token, null);
    }

    public MvcTestResult remove(String token) {
        return send(HttpMethod.DELETE, "factors/totp", token, null);
    }

    public MvcTestResult replaceRecoveryCodes(String token) {
        return send(HttpMethod.POST, "factors/recovery-codes", token, null);
    }

    public MvcTestResult send(HttpMethod method, String path, @Nullable String token, @Nullable String body) {
        var call = http.method(method).uri("/v1/auth/" + path);
        if (token != null) {
            call = call.header("Authorization", "Bearer " + token);
        }
        return body == null
                ? call.exchange()
                : call.contentType(MediaType.APPLICATION_JSON).content(body).exchange();
    }

    /** Makes calls at the same time. Returns their statuses. */
    public static List<Integer> parallel(List<Callable<MvcTestResult>> calls) throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(calls.size())) {
            List<Integer> statuses = new ArrayList<>();
            for (Future<MvcTestResult> result : threads.invokeAll(calls)) {
                statuses.add(result.get().getResponse().getStatus());
            }
            return statuses;
        }
    }

    /** A member with an authenticator app, and the session that set it up. */
    public record Member(String nickname, UUID account, String token, byte[] secret, List<String> recoveryCodes) {}
}

package dev.haru.member;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.equalToJson;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.put;
import static com.github.tomakehurst.wiremock.client.WireMock.putRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathMatching;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.matching.RequestPatternBuilder;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import com.jayway.jsonpath.JsonPath;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** A stand-in for auth-service; one for each JVM. */
public final class FakeAuthService {

    public static final Instant TOKEN_EXPIRES_AT = Instant.parse("2027-01-01T00:00:00Z");

    private static final String INTROSPECTION = "/internal/tokens/introspect";
    private static final String INTROSPECTION_OF_MANY = "/internal/tokens/introspect-many";
    private static final Map<String, String> KNOWN = new ConcurrentHashMap<>();
    private static final String IDENTIFIERS = "/internal/accounts/[0-9a-f-]{36}/identifiers";
    private static final WireMockServer SERVER = start();

    private FakeAuthService() {}

    /** It forgets what it saw, knows no token and agrees to all identifiers, each time with a newer version. */
    public static void reset() {
        SERVER.resetAll();
        KNOWN.clear();
        SERVER.stubFor(post(INTROSPECTION_OF_MANY).willReturn(aResponse().withTransformers(ManyIntrospections.NAME)));
        SERVER.stubFor(post(INTROSPECTION).willReturn(okJson("""
                {"active": false}
                """)));
        agrees(Duration.ZERO);
    }

    /** Where it is, for a service that a test starts by itself. */
    public static String url() {
        return SERVER.baseUrl();
    }

    /** A new token of this member. */
    public static String tokenOf(UUID memberId) {
        return tokenOf(memberId, Duration.ZERO);
    }

    /** A new token of this member, which it takes its time to look up. */
    public static String tokenOf(UUID memberId, Duration delay) {
        String token = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());
        knows(token, memberId, UUID.randomUUID(), Duration.ZERO, delay);
        return token;
    }

    /** A new token of this session, about which it has known for a while. */
    public static String tokenOf(UUID memberId, UUID sessionId, Duration age) {
        String token = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());
        knows(token, memberId, sessionId, age, Duration.ZERO);
        return token;
    }

    /** It knows this token of a session, and has just looked. */
    public static void knows(String token, UUID memberId, UUID sessionId) {
        knows(token, memberId, sessionId, Duration.ZERO, Duration.ZERO);
    }

    /** It forgets all tokens; the rest stays. */
    public static void knowsNoTokenAnyMore() {
        KNOWN.clear();
        SERVER.stubFor(post(INTROSPECTION).atPriority(1).willReturn(okJson("""
                {"active": false}
                """)));
    }

    private static void knows(String token, UUID memberId, UUID sessionId, Duration age, Duration delay) {
        String answer = """
                {"active": true, "sub": "%s", "sid": "%s", "exp": %d, "ageMillis": %d, "scope": "of a later version"}
                """.formatted(memberId, sessionId, TOKEN_EXPIRES_AT.getEpochSecond(), age.toMillis());
        KNOWN.put(token, answer);
        SERVER.stubFor(post(INTROSPECTION)
                .withRequestBody(equalToJson("{\"token\": \"%s\"}".formatted(token)))
                .willReturn(okJson(answer).withFixedDelay((int) delay.toMillis())));
    }

    /** It agrees to all identifiers after a while. */
    public static void agrees(Duration delay) {
        SERVER.stubFor(put(urlPathMatching(IDENTIFIERS))
                .willReturn(aResponse().withFixedDelay((int) delay.toMillis()).withTransformers(NewerVersion.NAME)));
    }

    public static void answersIdentifiersWith(ResponseDefinitionBuilder answer) {
        SERVER.stubFor(put(urlPathMatching(IDENTIFIERS)).willReturn(answer));
    }

    public static void answersEverythingWith(ResponseDefinitionBuilder answer) {
        SERVER.stubFor(any(anyUrl()).willReturn(answer));
    }

    public static int introspections() {
        return SERVER.countRequestsMatching(
                        postRequestedFor(urlEqualTo(INTROSPECTION)).build())
                .getCount();
    }

    public static int introspectionsOfMany() {
        return SERVER.countRequestsMatching(
                        postRequestedFor(urlEqualTo(INTROSPECTION_OF_MANY)).build())
                .getCount();
    }

    /** It is of a version that is asked for one token at a time. */
    public static void isOld() {
        SERVER.stubFor(post(INTROSPECTION_OF_MANY).willReturn(aResponse().withStatus(404)));
    }

    /** It says nothing of any token when it is asked for many, as if each were asked for by somebody else. */
    public static void leavesOutAll() {
        SERVER.stubFor(post(INTROSPECTION_OF_MANY).willReturn(okJson("{\"introspections\": [null, null]}")));
    }

    /** Those that a service made for practice. */
    public static int introspectionsForWarmUp() {
        return SERVER.countRequestsMatching(postRequestedFor(urlEqualTo(INTROSPECTION))
                        .withHeader("X-Warm-Up", equalTo("neighbour"))
                        .build())
                .getCount();
    }

    /** The calls that were to change identifiers, the newest one last. */
    public static List<LoggedRequest> identifications() {
        return SERVER.findAll(putRequestedFor(urlPathMatching(IDENTIFIERS)));
    }

    public static void verify(RequestPatternBuilder request) {
        SERVER.verify(request);
    }

    private static WireMockServer start() {
        WireMockServer server = new WireMockServer(WireMockConfiguration.options()
                .dynamicPort()
                .bindAddress("127.0.0.1")
                .containerThreads(40)
                .extensions(new NewerVersion(), new ManyIntrospections()));
        server.start();
        return server;
    }

    static final class Initializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

        @Override
        public void initialize(ConfigurableApplicationContext context) {
            TestPropertyValues.of("AUTH_URL=" + SERVER.baseUrl()).applyTo(context);
        }
    }

    private static final class ManyIntrospections implements ResponseDefinitionTransformerV2 {

        private static final String NAME = "many-introspections";

        @Override
        public ResponseDefinition transform(ServeEvent event) {
            List<String> tokens = JsonPath.read(event.getRequest().getBodyAsString(), "$.tokens");
            return okJson(tokens.stream()
                            .map(token -> KNOWN.getOrDefault(token, "{\"active\": false}"))
                            .collect(Collectors.joining(", ", "{\"introspections\": [", "]}")))
                    .build();
        }

        @Override
        public String getName() {
            return NAME;
        }

        @Override
        public boolean applyGlobally() {
            return false;
        }
    }

    private static final class NewerVersion implements ResponseDefinitionTransformerV2 {

        private static final String NAME = "newer-version";

        private final AtomicLong version = new AtomicLong(100);

        @Override
        public ResponseDefinition transform(ServeEvent event) {
            return ResponseDefinitionBuilder.like(event.getResponseDefinition())
                    .withHeader("Content-Type", "application/json")
                    .withBody("{\"accountVersion\": %d}".formatted(version.incrementAndGet()))
                    .build();
        }

        @Override
        public String getName() {
            return NAME;
        }

        @Override
        public boolean applyGlobally() {
            return false;
        }
    }
}

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
import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.matching.RequestPatternBuilder;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import com.jayway.jsonpath.JsonPath;
import dev.haru.platform.security.Scope;
import dev.haru.platform.security.Scopes;
import dev.haru.platform.test.HeldResponses;
import dev.haru.platform.test.UpstreamStub;
import dev.haru.platform.test.UpstreamStub.ComputedResponse;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;

/** A WireMock stub of auth-service, shared by all tests of a JVM. */
public final class FakeAuthService {

    public static final Instant TOKEN_EXPIRES_AT = Instant.parse("2099-01-01T00:00:00Z");

    private static final String INTROSPECTION = "/internal/tokens/introspect";
    private static final String BATCH_INTROSPECTION = "/internal/tokens/introspect-many";
    private static final Map<String, String> ACTIVE_TOKENS = new ConcurrentHashMap<>();
    private static final String IDENTIFIERS = "/internal/accounts/[0-9a-f-]{36}/identifiers";
    private static final String ALL_INTROSPECTIONS = "all-introspections";
    private static final String NEWER_VERSION = "newer-version";
    private static final AtomicLong ACCOUNT_VERSION = new AtomicLong(100);
    private static final HeldResponses HELD = new HeldResponses();
    private static final WireMockServer SERVER = UpstreamStub.start(
            new ComputedResponse(ALL_INTROSPECTIONS, FakeAuthService::introspectAll),
            new ComputedResponse(NEWER_VERSION, FakeAuthService::newerAccountVersion),
            HELD);

    private FakeAuthService() {}

    /** Removes all requests and tokens. Accepts all identifiers, each time with a newer account version. */
    public static void reset() {
        SERVER.resetAll();
        ACTIVE_TOKENS.clear();
        SERVER.stubFor(post(BATCH_INTROSPECTION).willReturn(aResponse().withTransformers(ALL_INTROSPECTIONS)));
        SERVER.stubFor(post(INTROSPECTION).willReturn(okJson("""
                {"active": false}
                """)));
        acceptIdentifiers();
    }

    /** Returns the base URL, for a service that a test starts itself. */
    public static String url() {
        return SERVER.baseUrl();
    }

    /** Creates a token of the member. */
    public static String tokenOf(UUID memberId) {
        return tokenOf(memberId, Duration.ZERO);
    }

    /** Creates a token of the member whose introspection takes this long. */
    public static String tokenOf(UUID memberId, Duration delay) {
        String token = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());
        activate(token, memberId, UUID.randomUUID(), Duration.ZERO, delay, Scopes.SESSION);
        return token;
    }

    /** Creates a token of the member whose introspection is among the {@link #hold held responses}. */
    public static String heldTokenOf(UUID memberId) {
        String token = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());
        SERVER.stubFor(HeldResponses.of(
                activation(token, memberId, UUID.randomUUID(), Duration.ZERO, Duration.ZERO, Scopes.SESSION)));
        return token;
    }

    /** Creates a token of the session. Its introspection reports this age. */
    public static String tokenOf(UUID memberId, UUID sessionId, Duration age) {
        String token = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());
        activate(token, memberId, sessionId, age, Duration.ZERO, Scopes.SESSION);
        return token;
    }

    /** Creates a personal access token of the member. */
    public static String personalTokenOf(UUID memberId, Set<Scope> scopes) {
        String token = TokenFormat.generate(TokenFormat.PERSONAL, new SecureRandom());
        activate(token, memberId, UUID.randomUUID(), Duration.ZERO, Duration.ZERO, Scopes.of(scopes));
        return token;
    }

    /** Makes the token active for the session, with an age of zero. */
    public static void activate(String token, UUID memberId, UUID sessionId) {
        activate(token, memberId, sessionId, Duration.ZERO, Duration.ZERO, Scopes.SESSION);
    }

    /** Makes all tokens inactive; other stubs remain. */
    public static void deactivateAllTokens() {
        ACTIVE_TOKENS.clear();
        SERVER.stubFor(post(INTROSPECTION).atPriority(1).willReturn(okJson("""
                {"active": false}
                """)));
    }

    private static void activate(
            String token, UUID memberId, UUID sessionId, Duration age, Duration delay, Scopes scopes) {
        SERVER.stubFor(activation(token, memberId, sessionId, age, delay, scopes));
    }

    private static MappingBuilder activation(
            String token, UUID memberId, UUID sessionId, Duration age, Duration delay, Scopes scopes) {
        String scope = scopes.ofSession() ? "" : ", \"scope\": \"" + scopes.codes() + '"';
        String answer = """
                {"active": true, "sub": "%s", "sid": "%s", "exp": %d, "ageMillis": %d%s, "iss": "of a later version"}
                """.formatted(memberId, sessionId, TOKEN_EXPIRES_AT.getEpochSecond(), age.toMillis(), scope);
        ACTIVE_TOKENS.put(token, answer);
        return post(INTROSPECTION)
                .withRequestBody(equalToJson("{\"token\": \"%s\"}".formatted(token)))
                .willReturn(okJson(answer).withFixedDelay((int) delay.toMillis()));
    }

    /** Accepts all identifiers. */
    public static void acceptIdentifiers() {
        stubIdentifiers(aResponse().withTransformers(NEWER_VERSION));
    }

    /** Accepts all identifiers with this account version, in {@link #hold held responses}. */
    public static void acceptIdentifiersHeld(long accountVersion) {
        SERVER.stubFor(HeldResponses.of(identifiers(okJson("{\"accountVersion\": %d}".formatted(accountVersion)))));
    }

    /** Holds the responses of the stubs for held responses until the test releases them. */
    public static HeldResponses hold() {
        return HELD.hold();
    }

    public static void stubIdentifiers(ResponseDefinitionBuilder answer) {
        SERVER.stubFor(identifiers(answer));
    }

    private static MappingBuilder identifiers(ResponseDefinitionBuilder answer) {
        return put(urlPathMatching(IDENTIFIERS)).willReturn(answer);
    }

    public static void stubEverything(ResponseDefinitionBuilder answer) {
        SERVER.stubFor(any(anyUrl()).willReturn(answer));
    }

    public static int introspections() {
        return SERVER.countRequestsMatching(
                        postRequestedFor(urlEqualTo(INTROSPECTION)).build())
                .getCount();
    }

    public static int batchIntrospections() {
        return SERVER.countRequestsMatching(
                        postRequestedFor(urlEqualTo(BATCH_INTROSPECTION)).build())
                .getCount();
    }

    /** Returns 404 to batches, as an old version does that introspects only one token at a time. */
    public static void rejectBatches() {
        SERVER.stubFor(post(BATCH_INTROSPECTION).willReturn(aResponse().withStatus(404)));
    }

    /** Omits both tokens of a batch from the answer, as auth-service does while other requests look them up. */
    public static void omitAllFromBatches() {
        SERVER.stubFor(post(BATCH_INTROSPECTION).willReturn(okJson("{\"introspections\": [null, null]}")));
    }

    /** Counts the introspections that a warm-up call caused. */
    public static int warmUpIntrospections() {
        return SERVER.countRequestsMatching(postRequestedFor(urlEqualTo(INTROSPECTION))
                        .withHeader("X-Warm-Up", equalTo("client-service"))
                        .build())
                .getCount();
    }

    /** Returns the requests that change identifiers, newest last. */
    public static List<LoggedRequest> identifierChanges() {
        return SERVER.findAll(putRequestedFor(urlPathMatching(IDENTIFIERS)));
    }

    public static void verify(RequestPatternBuilder request) {
        SERVER.verify(request);
    }

    static final class Initializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {

        @Override
        public void initialize(ConfigurableApplicationContext context) {
            TestPropertyValues.of("AUTH_URL=" + SERVER.baseUrl()).applyTo(context);
        }
    }

    private static ResponseDefinition introspectAll(ServeEvent event) {
        List<String> tokens = JsonPath.read(event.getRequest().getBodyAsString(), "$.tokens");
        return okJson(tokens.stream()
                        .map(token -> ACTIVE_TOKENS.getOrDefault(token, "{\"active\": false}"))
                        .collect(Collectors.joining(", ", "{\"introspections\": [", "]}")))
                .build();
    }

    private static ResponseDefinition newerAccountVersion(ServeEvent event) {
        return ResponseDefinitionBuilder.like(event.getResponseDefinition())
                .withHeader("Content-Type", "application/json")
                .withBody("{\"accountVersion\": %d}".formatted(ACCOUNT_VERSION.incrementAndGet()))
                .build();
    }
}

package dev.haru.schedule.member;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.jsonResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.jayway.jsonpath.JsonPath;
import dev.haru.platform.security.Scope;
import dev.haru.platform.security.Scopes;
import dev.haru.platform.test.HeldResponses;
import dev.haru.platform.test.UpstreamStub;
import dev.haru.platform.test.UpstreamStub.ComputedResponse;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;

/** A stub of member-service, one for each JVM. It answers only for tokens that it has issued. */
@TestConfiguration(proxyBeanMethods = false)
public class MemberServiceStub {

    private static final String ALL_OWNERS = "all-owners";
    private static final HeldResponses HELD = new HeldResponses();

    /** The server, for tests that inspect its requests. */
    public static final WireMockServer SERVER =
            UpstreamStub.start(new ComputedResponse(ALL_OWNERS, MemberServiceStub::ownersOfAll), HELD);

    /** The path of a look-up. */
    public static final String PATH = "/internal/members/by-access-token";

    /** The path of a batch look-up. */
    public static final String BATCH_PATH = "/internal/members/by-access-tokens";

    private static final Map<String, String> OWNERS = new ConcurrentHashMap<>();
    private static final SecureRandom RANDOM = new SecureRandom();

    /** Returns a new token of this member. */
    public static String tokenOf(UUID memberId) {
        return answeredWith(known(memberId));
    }

    /** Returns a new personal access token of this member. */
    public static String personalTokenOf(UUID memberId, Set<Scope> scopes) {
        String token = TokenFormat.generate(TokenFormat.PERSONAL, RANDOM);
        stub(token, jsonResponse("""
                {"memberId": "%1$s", "sessionId": "%1$s", "nickname": "haru_fan", "regionName": "Seoul",
                 "timeZone": "Asia/Seoul", "tokenExpiresAt": "2099-01-01T00:00:00Z", "scope": "%2$s"}
                """.formatted(memberId, Scopes.of(scopes).codes()), 200));
        return token;
    }

    /** Returns a new well-formed token; its look-up returns this response. */
    public static String answeredWith(ResponseDefinitionBuilder response) {
        String token = TokenFormat.generate(TokenFormat.ACCESS, RANDOM);
        stub(token, response);
        return token;
    }

    /** The response for an active token of this member. */
    public static ResponseDefinitionBuilder known(UUID memberId) {
        return jsonResponse(owner(memberId), 200);
    }

    private static String owner(UUID memberId) {
        return """
                {"memberId": "%s", "nickname": "haru_fan", "regionName": "Seoul", "timeZone": "Asia/Seoul",
                 "tokenExpiresAt": "2099-01-01T00:00:00Z"}
                """.formatted(memberId);
    }

    /**
     * Returns a new token of this member. A single look-up of the token takes 5 ms; batch look-ups include the token.
     */
    public static String batchTokenOf(UUID memberId) {
        String token = answeredWith(known(memberId).withFixedDelay(5));
        OWNERS.put(token, owner(memberId));
        return token;
    }

    /** Returns a new token of no member, with the same delay. */
    public static String unknownBatchToken() {
        String token = answeredWith(problem(401, "unauthorized").withFixedDelay(5));
        OWNERS.put(token, "null");
        return token;
    }

    /** Enables batch look-ups. They return null for a token that was not created for batches. */
    public static void answerBatches() {
        answerBatchesWith(aResponse().withTransformers(ALL_OWNERS));
    }

    /** Returns this response to batch look-ups. */
    public static void answerBatchesWith(ResponseDefinitionBuilder response) {
        SERVER.stubFor(post(urlEqualTo(BATCH_PATH)).willReturn(response));
    }

    /** Returns a new token of this member. The response to its look-up is among the {@link #hold held responses}. */
    public static String heldTokenOf(UUID memberId) {
        String token = TokenFormat.generate(TokenFormat.ACCESS, RANDOM);
        SERVER.stubFor(HeldResponses.of(lookup(token, known(memberId))));
        return token;
    }

    /** Holds the responses to the look-ups of {@link #heldTokenOf held tokens} until the test releases them. */
    public static HeldResponses hold() {
        return HELD.hold();
    }

    /** Returns a new token of this member's session. The look-up reports this age of the cached identity. */
    public static String tokenOf(UUID memberId, UUID sessionId, String timeZone, Duration age) {
        String token = TokenFormat.generate(TokenFormat.ACCESS, RANDOM);
        returnMember(token, memberId, sessionId, timeZone, age);
        return token;
    }

    /** From now on, returns this member for the token. */
    public static void returnMember(String token, UUID memberId, UUID sessionId, String timeZone, Duration age) {
        stub(token, jsonResponse("""
                {"memberId": "%s", "sessionId": "%s", "nickname": "haru_fan", "regionName": "Seoul", "timeZone": "%s",
                 "tokenExpiresAt": "2099-01-01T00:00:00Z", "ageMillis": %d}
                """.formatted(memberId, sessionId, timeZone, age.toMillis()), 200));
    }

    /** From now on, returns 401 for the token. */
    public static void refuse(String token) {
        stub(token, problem(401, "unauthorized"));
    }

    /** From now on, returns 503 for the token. */
    public static void fail(String token) {
        stub(token, problem(503, "service-unavailable"));
    }

    /** From now on, returns 503 for the token if the request has {@code Cache-Control: no-cache}. */
    public static void failWithoutCache(String token) {
        SERVER.stubFor(get(urlEqualTo(PATH))
                .withHeader("Authorization", equalTo("Bearer " + token))
                .withHeader("Cache-Control", equalTo("no-cache"))
                .willReturn(problem(503, "service-unavailable")));
    }

    /** From now on, returns that the profile of the token's member does not exist yet. */
    public static void returnProfileNotReady(String token) {
        stub(token, problem(503, "profile-not-ready"));
    }

    /** A problem response of member-service. */
    public static ResponseDefinitionBuilder problem(int status, String code) {
        return jsonResponse("""
                {"type": "urn:haru:problem:%1$s", "status": %2$d, "code": "%1$s", "detail": "from the stub"}
                """.formatted(code, status), status).withHeader("Retry-After", "1");
    }

    /** From now on, returns 401 for the token if the request has {@code Cache-Control: no-cache}. */
    public static void refuseWithoutCache(String token) {
        SERVER.stubFor(get(urlEqualTo(PATH))
                .withHeader("Authorization", equalTo("Bearer " + token))
                .withHeader("Cache-Control", equalTo("no-cache"))
                .willReturn(problem(401, "unauthorized")));
    }

    /** Counts the look-ups of the token. */
    public static int lookups(String token) {
        return SERVER.findAll(getRequestedFor(urlEqualTo(PATH)).withHeader("Authorization", equalTo("Bearer " + token)))
                .size();
    }

    private static void stub(String token, ResponseDefinitionBuilder response) {
        SERVER.stubFor(lookup(token, response));
    }

    private static MappingBuilder lookup(String token, ResponseDefinitionBuilder response) {
        return get(urlEqualTo(PATH))
                .withHeader("Authorization", equalTo("Bearer " + token))
                .willReturn(response);
    }

    @Bean
    DynamicPropertyRegistrar memberUrl() {
        return properties -> properties.add("MEMBER_URL", SERVER::baseUrl);
    }

    private static ResponseDefinition ownersOfAll(ServeEvent event) {
        List<String> tokens = JsonPath.read(event.getRequest().getBodyAsString(), "$.tokens");
        return jsonResponse(
                        tokens.stream()
                                .map(token ->
                                        OWNERS.containsKey(token) ? "{\"owner\": " + OWNERS.get(token) + "}" : "null")
                                .collect(Collectors.joining(", ", "{\"answers\": [", "]}")),
                        200)
                .build();
    }
}

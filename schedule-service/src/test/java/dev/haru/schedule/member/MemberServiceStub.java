package dev.haru.schedule.member;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.jsonResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.extension.ResponseDefinitionTransformerV2;
import com.github.tomakehurst.wiremock.http.ResponseDefinition;
import com.github.tomakehurst.wiremock.stubbing.ServeEvent;
import com.jayway.jsonpath.JsonPath;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.test.context.DynamicPropertyRegistrar;

/** A stand-in for member-service, one for each JVM; it knows the tokens that it has given out. */
@TestConfiguration(proxyBeanMethods = false)
public class MemberServiceStub {

    /** For tests that look at what was asked. */
    public static final WireMockServer SERVER = start();

    /** What is asked. */
    public static final String PATH = "/internal/members/by-access-token";

    /** What is asked of many. */
    public static final String PATH_OF_MANY = "/internal/members/by-access-tokens";

    private static final Map<String, String> OWNERS = new ConcurrentHashMap<>();
    private static final SecureRandom RANDOM = new SecureRandom();

    /** A token of this member. */
    public static String tokenOf(UUID memberId) {
        return answeredWith(known(memberId));
    }

    /** A well-formed token that is answered with this response. */
    public static String answeredWith(ResponseDefinitionBuilder response) {
        String token = TokenFormat.generate(TokenFormat.ACCESS, RANDOM);
        answers(token, response);
        return token;
    }

    /** The answer for a good token. */
    public static ResponseDefinitionBuilder known(UUID memberId) {
        return jsonResponse(owner(memberId), 200);
    }

    private static String owner(UUID memberId) {
        return """
                {"memberId": "%s", "nickname": "haru_fan", "regionName": "Seoul", "timeZone": "Asia/Seoul",
                 "tokenExpiresAt": "2099-01-01T00:00:00Z"}
                """.formatted(memberId);
    }

    /** A token of this member, which takes a moment to be looked up alone, and is known with others. */
    public static String tokenOfOneAmongMany(UUID memberId) {
        String token = answeredWith(known(memberId).withFixedDelay(5));
        OWNERS.put(token, owner(memberId));
        return token;
    }

    /** A token that nobody has, which takes as long. */
    public static String tokenOfNobodyAmongMany() {
        String token = answeredWith(problem(401, "unauthorized").withFixedDelay(5));
        OWNERS.put(token, "null");
        return token;
    }

    /** When it is asked for many, it leaves out all that were not made to be among many. */
    public static void answersMany() {
        answersManyWith(aResponse().withTransformers(ManyOwners.NAME));
    }

    /** When it is asked for many, it answers with this. */
    public static void answersManyWith(ResponseDefinitionBuilder response) {
        SERVER.stubFor(post(urlEqualTo(PATH_OF_MANY)).willReturn(response));
    }

    /** A token of this member's session, about which it has known for a while. */
    public static String tokenOf(UUID memberId, UUID sessionId, String timeZone, Duration age) {
        String token = TokenFormat.generate(TokenFormat.ACCESS, RANDOM);
        knows(token, memberId, sessionId, timeZone, age);
        return token;
    }

    /** What it answers for this token from now on. */
    public static void knows(String token, UUID memberId, UUID sessionId, String timeZone, Duration age) {
        answers(token, jsonResponse("""
                {"memberId": "%s", "sessionId": "%s", "nickname": "haru_fan", "regionName": "Seoul", "timeZone": "%s",
                 "tokenExpiresAt": "2099-01-01T00:00:00Z", "ageMillis": %d}
                """.formatted(memberId, sessionId, timeZone, age.toMillis()), 200));
    }

    /** It refuses this token from now on. */
    public static void refuses(String token) {
        answers(token, problem(401, "unauthorized"));
    }

    /** It cannot answer for this token from now on. */
    public static void fails(String token) {
        answers(token, problem(503, "service-unavailable"));
    }

    /** It cannot answer for this token from now on if it is asked to look past its cache. */
    public static void failsPastItsCache(String token) {
        SERVER.stubFor(get(urlEqualTo(PATH))
                .withHeader("Authorization", equalTo("Bearer " + token))
                .withHeader("Cache-Control", equalTo("no-cache"))
                .willReturn(problem(503, "service-unavailable")));
    }

    /** The member's profile is not there from now on. */
    public static void saysNotReady(String token) {
        answers(token, problem(503, "profile-not-ready"));
    }

    /** A problem of member-service. */
    public static ResponseDefinitionBuilder problem(int status, String code) {
        return jsonResponse("""
                {"type": "urn:haru:problem:%1$s", "status": %2$d, "code": "%1$s", "detail": "from the stand-in"}
                """.formatted(code, status), status).withHeader("Retry-After", "1");
    }

    /** It refuses this token from now on if it is asked to look past its cache. */
    public static void refusesPastItsCache(String token) {
        SERVER.stubFor(get(urlEqualTo(PATH))
                .withHeader("Authorization", equalTo("Bearer " + token))
                .withHeader("Cache-Control", equalTo("no-cache"))
                .willReturn(problem(401, "unauthorized")));
    }

    private static void answers(String token, ResponseDefinitionBuilder response) {
        SERVER.stubFor(get(urlEqualTo(PATH))
                .withHeader("Authorization", equalTo("Bearer " + token))
                .willReturn(response));
    }

    @Bean
    DynamicPropertyRegistrar memberUrl() {
        return properties -> properties.add("MEMBER_URL", SERVER::baseUrl);
    }

    private static WireMockServer start() {
        WireMockServer server = new WireMockServer(WireMockConfiguration.options()
                .dynamicPort()
                .bindAddress("127.0.0.1")
                .containerThreads(40)
                .extensions(new ManyOwners()));
        server.start();
        return server;
    }

    private static final class ManyOwners implements ResponseDefinitionTransformerV2 {

        private static final String NAME = "many-owners";

        @Override
        public ResponseDefinition transform(ServeEvent event) {
            List<String> tokens = JsonPath.read(event.getRequest().getBodyAsString(), "$.tokens");
            return jsonResponse(
                            tokens.stream()
                                    .map(token -> OWNERS.containsKey(token)
                                            ? "{\"owner\": " + OWNERS.get(token) + "}"
                                            : "null")
                                    .collect(Collectors.joining(", ", "{\"answers\": [", "]}")),
                            200)
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

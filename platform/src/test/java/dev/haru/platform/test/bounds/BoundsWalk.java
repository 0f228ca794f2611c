package dev.haru.platform.test.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.problem.LogExcerpt;
import dev.haru.platform.test.ClassPath;
import dev.haru.platform.test.RawRequest;
import dev.haru.platform.test.RawRequest.RawAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * Sends each hostile value in each position of each endpoint. A service extends this class; new endpoints are covered
 * without a change. The response must be a 4xx, or the ordinary response where HTTP lets a server ignore the value. The
 * response and the log output must be short.
 *
 * <p>Headers are the exception: an endpoint gets those that its handler can read, and the first endpoint of each
 * {@link Endpoint#kind kind} gets all. The container, the filters and the converters read the others, in the same way
 * for each endpoint of the kind.
 */
public abstract class BoundsWalk {

    private static final int MAX_ANSWER = 16 * 1024;
    private static final int MAX_LOG = 2 * 1024;
    private static final int MAX_REPORTED = 15;

    private static final List<String> HEADERS = List.of(
            "Accept",
            "Accept-Charset",
            "Accept-Encoding",
            "Accept-Language",
            "Authorization",
            "Cache-Control",
            "Content-Type",
            "Cookie",
            "Expect",
            "Forwarded",
            "Host",
            "If-Match",
            "If-Modified-Since",
            "If-None-Match",
            "If-Range",
            "If-Unmodified-Since",
            "Origin",
            "Range",
            "User-Agent",
            "X-Forwarded-For",
            "X-Request-Deadline",
            "X-Service-Credential",
            "X-Unknown",
            "baggage",
            "traceparent",
            "tracestate");

    /** The headers that code reads by name from a request. */
    private static final List<String> READ_FROM_REQUEST =
            List.of("Accept-Language", "Cookie", "If-Match", "If-None-Match", "User-Agent", "X-Forwarded-For");

    /** A body that is not valid is 400, too. */
    private static final Set<Integer> REFUSALS_OF_HEADERS = Set.of(401, 406, 414, 415, 417, 431, 500, 501);

    private final Set<String> kindsWithAllHeaders = new HashSet<>();

    @LocalServerPort
    private int port;

    @Autowired
    @Qualifier("requestMappingHandlerMapping") private RequestMappingHandlerMapping mappings;

    @Autowired
    private RequestMappingHandlerAdapter adapter;

    /** A new access token. Each request after one that may have changed data uses a token of its own. */
    protected abstract String token() throws IOException;

    /** Service credentials in the form {@code name:secret}. For each internal endpoint, one of them is valid. */
    protected abstract List<String> credentials();

    /** The port of the service under test. */
    protected int port() {
        return port;
    }

    @Test
    void onlyListedConvertersAreRegistered() {
        assertThat(adapter.getMessageConverters())
                .map(converter -> converter.getClass().getSimpleName())
                .containsExactly("ByteArrayHttpMessageConverter", "Utf8JsonConverter");
    }

    @Test
    void noUnusedProtocolIsOnTheClassPath() {
        assertThat(ClassPath.unusedProtocols()).isEmpty();
    }

    /** The largest request line and headers that the gateway accepts, and the headers that it adds. */
    @Test
    void headOfTheGatewayIsAccepted() throws IOException {
        RawAnswer answer = RawRequest.send(
                port,
                "GET /v1/nowhere?a=" + "b".repeat(8_100)
                        + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nCookie: a=" + "b".repeat(16_300)
                        + "\r\nX-Forwarded-For: 203.0.113.7\r\nX-Request-Deadline: 4102444800000"
                        + "\r\ntraceparent: 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\n\r\n");

        assertThat(answer.status()).as(answer.text()).isEqualTo(401);
    }

    @TestFactory
    Stream<DynamicTest> everyInputIsBounded() {
        return mappings.getHandlerMethods().entrySet().stream()
                .filter(mapping -> !ErrorController.class.isAssignableFrom(
                        mapping.getValue().getBeanType()))
                .flatMap(mapping -> Endpoint.of(mapping.getKey(), mapping.getValue()))
                .map(endpoint -> DynamicTest.dynamicTest(endpoint.toString(), () -> walk(endpoint)));
    }

    private void walk(Endpoint endpoint) throws IOException {
        try (LoggedText log = new LoggedText()) {
            Walk walk = new Walk(endpoint, log);
            walk.bodies();
            walk.paths();
            walk.queries();
            walk.headers();
            assertThat(walk.violations.stream().limit(MAX_REPORTED))
                    .as(endpoint.toString())
                    .isEmpty();
        }
    }

    private final class Walk {

        private final Endpoint endpoint;
        private final LoggedText log;
        private final String credential;
        private final RawAnswer ordinary;
        private final boolean endsCallers;
        private boolean changed;
        private final List<String> violations = new ArrayList<>();
        private String token;

        Walk(Endpoint endpoint, LoggedText log) throws IOException {
            this.endpoint = endpoint;
            this.log = log;
            this.token = token();
            this.credential = endpoint.isInternal() ? credential() : "";
            this.ordinary = send(endpoint.path(), "", endpoint.ordinaryBody());
            this.endsCallers = !endpoint.isSafe() && ordinary.status() < 300;
            assertThat(ordinary.status())
                    .as("an ordinary answer of " + endpoint)
                    .isNotIn(401, 403, 405, 415);
        }

        void bodies() throws IOException {
            for (BodyShape shape : endpoint.bodies()) {
                for (Map.Entry<String, String> value : HostileValues.ofBodies().entrySet()) {
                    RawAnswer answer = send(endpoint.path(), "", shape.around(value.getValue()));
                    check(answer, shape.around("<" + value.getKey() + ">"), false);
                }
            }
        }

        void paths() throws IOException {
            for (String variable : endpoint.pathVariables()) {
                for (Map.Entry<String, String> value : HostileValues.ofUrls().entrySet()) {
                    String path = endpoint.path(variable, value.getValue());
                    check(send(path, "", endpoint.ordinaryBody()), variable + " = <" + value.getKey() + ">", true);
                }
            }
            check(
                    send(endpoint.path() + ";a=" + "b".repeat(6000), "", endpoint.ordinaryBody()),
                    "a path parameter",
                    true);
        }

        void queries() throws IOException {
            Set<String> parameters = new LinkedHashSet<>(endpoint.parameters());
            parameters.add("unknown");
            for (String parameter : parameters) {
                for (Map.Entry<String, String> value : HostileValues.ofUrls().entrySet()) {
                    query(parameter + "=" + value.getValue(), parameter + " = <" + value.getKey() + ">");
                }
                query((parameter + "=1&").repeat(1001), "1,001 times " + parameter);
                query((parameter + "=1&").repeat(500), "500 times " + parameter);
            }
        }

        void headers() throws IOException {
            Set<String> names = new LinkedHashSet<>(endpoint.headers());
            if (kindsWithAllHeaders.add(endpoint.kind() + ' ' + ordinary.status())) {
                names.addAll(HEADERS);
                unusedHeaders(UnusedHeaders.NAMES);
            } else if (endpoint.readsRequest()) {
                names.addAll(READ_FROM_REQUEST);
                unusedHeaders(List.of("User-Agent"));
            }
            for (String name : names) {
                for (Map.Entry<String, String> value : HostileValues.ofHeaders().entrySet()) {
                    RawAnswer answer =
                            send(endpoint.path(), name + ": " + value.getValue() + "\r\n", endpoint.ordinaryBody());
                    check(answer, name + ": <" + value.getKey() + ">", true);
                }
            }
        }

        /**
         * Checks that these headers do not prevent the call. Its status may differ, because earlier calls changed data.
         */
        private void unusedHeaders(List<String> names) throws IOException {
            for (String name : names) {
                for (Map.Entry<String, String> lines :
                        UnusedHeaders.linesOf(name).entrySet()) {
                    RawAnswer answer = send(endpoint.path(), lines.getValue(), endpoint.ordinaryBody());
                    if (answer.status() != ordinary.status()
                            && (REFUSALS_OF_HEADERS.contains(answer.status())
                                    || answer.body().contains("\"malformed-request\""))) {
                        violations.add(
                                "the unused header " + name + " (" + lines.getKey() + ") answered " + answer.status());
                    }
                }
            }
        }

        private void query(String query, String what) throws IOException {
            check(send(endpoint.path() + "?" + query, "", endpoint.ordinaryBody()), what, true);
        }

        private void check(RawAnswer answer, String what, boolean mayBeIgnored) {
            int status = answer.status();
            boolean refused = status >= 400 && status < 500;
            boolean ignored = mayBeIgnored && (status == ordinary.status() || status < 400) && status >= 200;
            if (!refused && !ignored) {
                violations.add(what + " answered " + status);
            }
            int most = Math.max(MAX_ANSWER, refused ? 0 : ordinary.text().length() + 1024);
            if (answer.text().length() > most) {
                violations.add(what + " answered " + answer.text().length() + " bytes");
            }
            String logged = log.take();
            if (logged.length() > MAX_LOG) {
                violations.add(what + " logged " + logged.length() + ": " + LogExcerpt.of(logged));
            }
        }

        private String credential() throws IOException {
            for (String candidate : credentials()) {
                RawAnswer answer = RawRequest.send(
                        port,
                        endpoint.request(
                                endpoint.path(),
                                "X-Service-Credential: " + candidate + "\r\nAuthorization: Bearer " + token + "\r\n",
                                endpoint.ordinaryBody()));
                if (answer.status() != 401 && answer.status() != 403) {
                    return candidate;
                }
            }
            throw new IllegalStateException("no credential is right for " + endpoint);
        }

        private RawAnswer send(String target, String header, @Nullable String json) throws IOException {
            if (endsCallers && changed) {
                token = token();
            }
            String head = header;
            if (!header.startsWith("Authorization:")) {
                head += "Authorization: Bearer " + token + "\r\n";
            }
            if (!credential.isEmpty() && !header.startsWith("X-Service-Credential:")) {
                head += "X-Service-Credential: " + credential + "\r\n";
            }
            log.take();
            try {
                RawAnswer answer = RawRequest.send(port, endpoint.request(target, head, json));
                changed = answer.status() < 400;
                return answer;
            } catch (IOException failure) {
                throw new IOException("%s, %.100s %.100s %.100s".formatted(endpoint, target, header, json), failure);
            }
        }
    }
}

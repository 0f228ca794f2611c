package dev.haru.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.RawRequest;
import dev.haru.platform.test.RawRequest.RawAnswer;
import dev.haru.platform.test.bounds.UnusedHeaders;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/** Requests that a service refuses on its own port before a controller runs. */
@SpringBootTest(
        classes = ThingService.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "haru.service.name=thing-service",
            "haru.service.secret=own-secret-0123456789",
            "haru.service.accept.client-service=its-secret-0123456789",
            "server.max-http-request-header-size=16KB"
        })
@ExtendWith(OutputCaptureExtension.class)
class HttpBoundsTests {

    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String THING = "/things/0192d0c5-7a3e-7000-8000-000000000000";

    @LocalServerPort
    private int port;

    @Autowired
    private RequestMappingHandlerAdapter adapter;

    @Test
    void onlyListedConvertersAreRegistered() {
        assertThat(adapter.getMessageConverters())
                .map(converter -> converter.getClass().getSimpleName())
                .containsExactly("ByteArrayHttpMessageConverter", "Utf8JsonConverter");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a=%C0%AF",
                "limit=%C0%AF",
                "limit=%ff",
                "limit=%00",
                "limit=%",
                "limit=%4",
                "limit=%zz",
                "secret=%ED%A0%80"
            })
    void malformedQueryIsRefusedAndNotLogged(String query, CapturedOutput output) throws IOException {
        RawAnswer answer = get(THING + "?secret-value=1&" + query);

        assertRefused(answer, 400);
        assertThat(output).doesNotContain("secret-value");
    }

    @Test
    void tokenThatIsTooLongIsRefused() throws IOException {
        RawAnswer answer = RawRequest.send(
                port,
                "GET " + THING + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer "
                        + "a".repeat(10_000) + "\r\n\r\n");

        assertRefused(answer, 401);
    }

    @Test
    void queryWithTooManyParametersIsRefused() throws IOException {
        String query = IntStream.range(0, 1001).mapToObj(i -> "a=" + i).collect(Collectors.joining("&"));

        assertRefused(get(THING + "?" + query), 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"=", "=1", "limit=1&=", "&=x&"})
    void parameterWithoutANameIsRefused(String query) throws IOException {
        assertRefused(get(THING + "?" + query), 400);
    }

    @Test
    void queryWithEscapedUtf8IsRead() throws IOException {
        assertThat(get(THING + "?a=%C3%A9%F0%9F%98%80").status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a%C0%AF", "/a%00", "/a%2Fb", "/\u00c3", "/{}"})
    void malformedPathIsRefused(String path) throws IOException {
        assertRefused(get(path), 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "\"a", "\"a\" \"b\"", "W/", "\u0001"})
    void malformedIfNoneMatchIsIgnored(String value) throws IOException {
        assertThat(get(THING, "If-None-Match: " + value).status()).isIn(200, 400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*", " * ", "\"1\"", "W/\"1\"", "\"0\", ,\"1\""})
    void resourceWithAMatchingTagIsNotModified(String condition) throws IOException {
        for (String method : new String[] {"GET", "HEAD"}) {
            RawAnswer answer = RawRequest.send(
                    port,
                    method + " /open/tagged HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nIf-None-Match: "
                            + condition + "\r\n\r\n");
            assertThat(answer.status()).as(answer.text()).isEqualTo(304);
            assertThat(answer.header("ETag")).isEqualTo("\"1\"");
            assertThat(answer.body()).isEmpty();
        }
    }

    @Test
    void anyTagOfAResourceWithoutATagDoesNotMatch() throws IOException {
        assertThat(get(THING, "If-None-Match: *").status()).isEqualTo(200);
        assertThat(get("/things/nowhere/else", "If-None-Match: *").status()).isEqualTo(404);
    }

    @Test
    void longIfNoneMatchIsIgnored() throws IOException {
        assertThat(get(THING, "If-None-Match: " + "\"a\",".repeat(3000)).status())
                .isEqualTo(200);
    }

    @Test
    void acceptWithManyTypesIsIgnored() throws IOException {
        for (int types : new int[] {51, 60, 200}) {
            assertThat(get(THING, "Accept: " + "a/b,".repeat(types - 1) + "a/b").status())
                    .as("%d types", types)
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Accept: ", "Accept: text/html\r\nAccept: "})
    void longAcceptIsIgnored(String header) throws IOException {
        assertThat(get(THING, header + "text/html;q=0.1,".repeat(70)).status()).isEqualTo(200);
    }

    @Test
    void headerLinesAreReadAsOneList() throws IOException {
        RawAnswer answer = get("/nowhere", "Accept-Language: fr", "Accept-Language: ko");

        assertThat(answer.header("Content-Language")).isEqualTo("ko");
        RawAnswer lines = get(
                "/open/lines",
                "Accept-Language: fr",
                "accept-language: ko",
                "If-None-Match: W/1",
                "If-None-Match: \"b\"");
        assertThat(lines.body()).contains("fr,ko;null");
        assertThat(get("/open/lines", "If-None-Match: \"a\"", "If-None-Match: \"b\"")
                        .body())
                .contains("null;\\\"a\\\",\\\"b\\\"");
    }

    @Test
    void headersOverTheLimitAreRefusedAndNotLogged(CapturedOutput output) throws IOException {
        assertRefused(get(THING, "X-Long: " + "secret-value".repeat(2000)), 400);
        assertThat(output).doesNotContain("secret-value");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET %s HTTP/1.1\r\n\r\n", "GET %s HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"})
    void missingOrRepeatedHostIsRefused(String request) throws IOException {
        assertRefused(RawRequest.send(port, request.formatted(THING)), 400);
    }

    @Test
    void bodyWithAnotherMediaTypeIsRefused() throws IOException {
        for (String type : new String[] {
            "application/yaml", "application/x-yaml", "application/cbor", "application/xml", "text/plain", "a", ""
        }) {
            assertRefused(post(type, "{\"name\": \"a\"}".getBytes(StandardCharsets.UTF_8)), 415);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/yaml",
                "application/vnd.evil+json",
                "application/xml",
                "text/html",
                "application/problem+json",
                "application/problem+json;charset=latin1",
                "application/json;q=0",
                "application/json;q=0, */*",
                "application/*;q=0, */*",
                "garbage",
                "///",
                "application/json;charset=foo"
            })
    void unsupportedAcceptIsRefused(String accept) throws IOException {
        RawAnswer answer = get(THING, "Accept: " + accept);

        assertThat(answer.status()).isEqualTo(406);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.body()).contains("\"code\":\"not-acceptable\"", "\"detail\"", THING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "*/*",
                "application/*",
                "text/html, application/json;q=0.5",
                "*/*;q=0, application/json",
                "text/html;q=0, */*",
                "application/json;charset=utf-8",
                "application/json;charset=latin1",
                "application/json;charset=utf-16",
                "application/json;charset=us-ascii",
                ""
            })
    void acceptThatIncludesJsonGetsJson(String accept) throws IOException {
        RawAnswer answer = get(THING, "Accept: " + accept);

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.header("Content-Type")).isEqualTo("application/json");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u00c1\u00a1", // overlong a
                "\u00c0\u0080", // overlong NUL
                "\u00e0\u0081\u00a1", // overlong a in three
                "\u00ed\u00a0\u0080", // half of a surrogate pair
                "\u00f4\u0090\u0080\u0080", // beyond Unicode
                "\u00ff",
                "\u00c3"
            })
    void bodyThatIsNotUtf8IsRefused(String bytes) throws IOException {
        byte[] body = ("{\"name\": \"" + bytes + "\"}").getBytes(StandardCharsets.ISO_8859_1);

        RawAnswer answer = post("application/json", body);

        assertRefused(answer, 400);
        assertThat(answer.body()).contains("UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE"})
    void bodyInAnotherEncodingIsRefused(String encoding) throws IOException {
        byte[] body = "{\"name\": \"a\"}".getBytes(Charset.forName(encoding));

        assertRefused(post("application/json", body), 400);
        assertThat(post("application/json;charset=" + encoding, body).status()).isIn(400, 415);
    }

    @Test
    void bodyWithAReplacementCharacterIsRead() throws IOException {
        byte[] body = "\uFEFF{\"name\": \"\uFFFD\uD83D\uDE00\u00E9\"}".getBytes(StandardCharsets.UTF_8);

        assertThat(post("application/json", body).status()).isEqualTo(200);
    }

    @Test
    void bodyOverTheLimitIsRefused() throws IOException {
        byte[] body = ("{\"name\": \"" + "a".repeat(65536) + "\"}").getBytes(StandardCharsets.UTF_8);

        assertRefused(post("application/json", body), 413);
    }

    @Test
    void bodyThatIsDeepOrDenseIsRefused() throws IOException {
        for (String value : new String[] {
            "[".repeat(30_000),
            "{\"a\":".repeat(10_000),
            "[" + "{},".repeat(20_000) + "{}]",
            "1".repeat(60_000),
            "1e" + "9".repeat(60_000),
            "\"" + "a".repeat(65_000)
        }) {
            assertRefused(
                    post("application/json", ("{\"name\": " + value + "}").getBytes(StandardCharsets.UTF_8)), 400);
        }
        assertRefused(
                post("application/json", ("{\"" + "a".repeat(60_000) + "\": 1}").getBytes(StandardCharsets.UTF_8)),
                400);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET " + THING, "GET /open/lines", "POST /things"})
    void unusedHeadersDoNotPreventTheCall(String call) throws IOException {
        String body = call.startsWith("POST") ? "{\"name\": \"a\"}" : "";
        String ordinary = "Host: localhost\r\nConnection: close\r\nAuthorization: Bearer good\r\n"
                + (body.isEmpty() ? "" : "Content-Type: application/json\r\nContent-Length: " + body.length() + "\r\n");
        List<String> refused = new ArrayList<>();
        for (String name : UnusedHeaders.NAMES) {
            for (Map.Entry<String, String> lines : UnusedHeaders.linesOf(name).entrySet()) {
                RawAnswer answer =
                        RawRequest.send(port, call + " HTTP/1.1\r\n" + ordinary + lines.getValue() + "\r\n" + body);
                if (answer.status() != 200) {
                    refused.add(name + " (" + lines.getKey() + "): " + answer.status());
                }
            }
        }
        assertThat(refused).isEmpty();
    }

    private static void assertRefused(RawAnswer answer, int status) {
        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(answer.body())
                .contains("\"code\":\"", "\"traceId\":\"" + answer.header("X-Trace-Id") + "\"")
                .hasSizeLessThan(2000);
    }

    private RawAnswer get(String target, String... headers) throws IOException {
        RawAnswer answer = RawRequest.send(
                port,
                "GET " + target + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer good\r\n"
                        + "traceparent: 00-" + TRACE + "-00f067aa0ba902b7-01\r\n"
                        + Stream.of(headers).map(header -> header + "\r\n").collect(Collectors.joining()) + "\r\n");
        return answer;
    }

    private RawAnswer post(String type, byte[] body) throws IOException {
        byte[] head = ("POST /things HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer good\r\n"
                        + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n") + "Content-Length: " + body.length
                        + "\r\n\r\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        byte[] request = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, request, head.length, body.length);
        return RawRequest.send(port, request);
    }
}
